/** Which definitions of services are stored. */
import { findSurcharges, findUnknownOptions } from "#domain/money/surcharges/public.ts";
import { listUnknownWarehouses } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { type CheckedService, findServiceFaults } from "./rules.ts";
import { definitionMembers, type ServiceDefinition } from "./shapes.ts";

/** Refuses a definition with every wrong field. */
export async function checkDefinition(context: Context<never>, service: CheckedService): Promise<void> {
  const { warehouse_ids } = service.definition;
  const [unknown, surcharges] = await Promise.all([
    listUnknownWarehouses(context, warehouse_ids),
    findSurcharges(context, service.family),
  ]);
  const surcharge_codes = service.definition.surcharges;
  const errors = [
    ...findServiceFaults(service),
    ...unknown.map((id) => ({
      field: `warehouse_ids/${warehouse_ids.indexOf(id)}`,
      message: messages.no_open_warehouse,
    })),
    ...findUnknownOptions(surcharges, surcharge_codes).map((code) => ({
      field: `surcharges/${surcharge_codes.indexOf(code)}`,
      message: messages.no_surcharge_of_family,
    })),
  ];
  if (errors.length > 0)
    throw context.refuse("invalid_request", { message: messages.invalid_service, errors });
}

/** What is stored: the members of the definition alone, without those that say nothing. */
export function pickDefinition(definition: ServiceDefinition): ServiceDefinition {
  const members = Object.keys(definitionMembers) as (keyof ServiceDefinition)[];
  const entries = members.map((member) => [member, definition[member]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value != null)) as ServiceDefinition;
}
