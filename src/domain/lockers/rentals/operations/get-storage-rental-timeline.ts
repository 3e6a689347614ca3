/** The OTEP timeline of a locker storage rental, in the profile `storage`. Source: docs/contract/otep.md, "Storage rentals". */
import Type from "typebox";
import {
  buildDocumentAnswer,
  Format,
  OtepDocument,
  requireProjection,
} from "#domain/integration/otep/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import type { Message } from "#operation/response/messages.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getRental } from "../records/storage-rental.ts";
import { loadRentalView } from "../timeline.ts";

const input = { rental_id: Ref("rental"), format: Type.Optional(Format) };
const roles = ["client_admin", "employee", "customer"] as const;
const refusals = {
  tracking_not_found: "not_found",
  unsupported_format: "invalid",
  not_acceptable: "not_acceptable",
} as const;

export const getStorageRentalTimeline = defineOperation({
  name: "lockerStorageRentalTimeline",
  summary: "Get the OTEP timeline of a locker storage rental",
  access: { roles, scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-storage/rentals/{rental_id}/timeline" },
  input: Type.Object(input),
  output: OtepDocument,
  refusals,

  run: (context, request) => buildTimelineAnswer(context, request),
});

/** The same at the URL of the protocol; with the scope of the tool that returns it, `otep_client_locker_storage`. */
export const getOtepStorage = defineOperation({
  name: "otepStorage",
  summary: "Get the OTEP timeline of a locker storage rental, at the protocol's URL",
  access: { roles, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/otep/storage/{rental_id}" },
  input: Type.Object(input),
  output: OtepDocument,
  refusals,

  run: (context, request) => buildTimelineAnswer(context, request),
});

async function buildTimelineAnswer(
  context: Parameters<typeof getRental>[0] &
    Parameters<typeof loadRentalView>[0] &
    Parameters<typeof buildDocumentAnswer>[0] & {
      refuse(code: "not_found" | "tracking_not_found", options: { message: Message }): Error;
    },
  { rental_id, format }: { rental_id: number; format?: string },
): Promise<Record<string, unknown>> {
  const projection = requireProjection(format, context.request.accept);
  await getRental(context, rental_id);
  const view = await loadRentalView(context, rental_id);
  if (view === undefined) throw context.refuse("tracking_not_found", { message: messages.no_events });
  return buildDocumentAnswer(
    context,
    view,
    projection,
    `${context.settings.base_url}/api/v1/otep/storage/${rental_id}`,
  );
}
