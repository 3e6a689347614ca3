/** Finds the service of an order and checks the order against it, before it is priced or stored. */
import { findSurcharges, findUnknownOptions } from "#domain/money/surcharges/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { getToday, type ServiceVersion } from "./records/service.ts";
import { findRequestFaults, listPieces, type Piece, type ServiceRequest } from "./request.ts";
import { loadServiceWarehouses, type ServiceWarehouse } from "./warehouses.ts";

export interface CheckedRequest {
  pieces: Piece[];
  /** Where the goods are brought: the chosen warehouse, or the only one. */
  warehouse: ServiceWarehouse | null;
}

/** Refuses a request that is not valid for the service, with every wrong field. */
export async function checkRequest(
  context: Context<never>,
  service: ServiceVersion,
  request: ServiceRequest,
): Promise<CheckedRequest> {
  const { definition } = service;
  const { surcharges: chosen_surcharges = [] } = request;
  const [warehouses, surcharges] = await Promise.all([
    loadServiceWarehouses(context, definition.warehouse_ids),
    chosen_surcharges.length === 0 ? [] : findSurcharges(context, service.family),
  ]);
  const faults = findRequestFaults(definition, request, {
    today: getToday(context),
    warehouse_ids: warehouses.map(({ id }) => id),
  });
  // One that the service offers may have been closed since.
  const closed = findUnknownOptions(surcharges, chosen_surcharges).filter((code) =>
    definition.surcharges.includes(code),
  );
  const errors = [
    ...faults,
    ...closed.map((code) => ({
      field: `surcharges/${chosen_surcharges.indexOf(code)}`,
      message: messages.not_offered,
    })),
  ];
  if (errors.length > 0)
    throw context.refuse("invalid_request", { message: messages.invalid_request, errors });
  const warehouse =
    warehouses.find(({ id }) => id === request.warehouse_id) ??
    (warehouses.length === 1 ? warehouses[0] : undefined);
  return { pieces: listPieces(definition, request.packages), warehouse: warehouse ?? null };
}
