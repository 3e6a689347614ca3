/** Which storage service an order is of: the one that is named, or the only one. */
import {
  getOfferedService,
  listOfferedServices,
  type ServiceVersion,
} from "#domain/customer/services/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";

export async function getStorageService(
  context: Context<never>,
  code: string | undefined,
): Promise<ServiceVersion> {
  if (code !== undefined) return getOfferedService(context, { kind: "storage", code });
  const [service, ...others] = await listOfferedServices(context, "storage");
  if (service === undefined) throw context.refuse("not_found", { message: messages.no_service });
  if (others.length > 0) {
    throw context.refuse("invalid_request", {
      message: messages.which_service,
      errors: [{ field: "service_code", message: messages.service_required }],
    });
  }
  return service;
}
