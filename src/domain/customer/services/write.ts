/** Checks a definition and stores it as the next version of a service. */
import { findSurcharges, findUnknownOptions } from "#domain/money/surcharges/public.ts";
import { listUnknownWarehouses } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { getToday } from "./find.ts";
import { messages } from "./messages.ts";
import { type CheckedService, findServiceFaults } from "./rules.ts";
import type { ServiceDefinition, ServiceVersion } from "./shapes.ts";

/** Refuses a definition with every wrong field. */
export async function checkDefinition(context: Context<never>, service: CheckedService): Promise<void> {
  const { warehouse_ids } = service.definition;
  const [unknown, surcharges] = await Promise.all([
    listUnknownWarehouses(context, warehouse_ids),
    findSurcharges(context, service.family),
  ]);
  const chosen = service.definition.surcharges;
  const errors = [
    ...findServiceFaults(service),
    ...unknown.map((id) => ({
      field: `warehouse_ids/${warehouse_ids.indexOf(id)}`,
      message: "is no open warehouse of the business",
    })),
    ...findUnknownOptions(surcharges, chosen).map((code) => ({
      field: `surcharges/${chosen.indexOf(code)}`,
      message: "is no optional surcharge of the family",
    })),
  ];
  if (errors.length > 0)
    throw context.refuse("invalid_request", { message: messages.invalid_service, errors });
}

export async function insertServiceVersion(
  { db, business_id, now, actor, emit }: Context<never>,
  service: Omit<ServiceVersion, "created_at">,
): Promise<void> {
  const { id, version, active_from, definition, code, kind, family } = service;
  await db.execute(
    `insert into customer_service_version (business_id, service_id, version, active_from, definition, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [business_id, id, version, active_from, JSON.stringify(definition), actor.account_id, now],
  );
  const is_first = version === 1;
  emit({
    subject: { type: "customer_service", id, ...(is_first ? { is_new: true } : {}) },
    kind: is_first ? "customer_service.created" : "customer_service.replaced",
    payload: {
      code,
      kind,
      family,
      service_version: version,
      active_from,
      is_offered: definition.is_offered,
    },
  });
}

/** The version in effect today after a new one was added. */
export function findActiveVersion(
  context: Pick<Context<never>, "actor" | "now">,
  added: { version: number; active_from: string },
  before: number | null,
): number | null {
  return added.active_from <= getToday(context) ? added.version : before;
}

/** What is stored: the members of the definition alone. */
export function pickDefinition({
  name,
  description,
  is_offered,
  pricing_method,
  payment,
  pickup,
  dropoff,
  measures,
  form_fields,
  warehouse_ids,
  packaging,
  supplies,
  surcharges,
  price_answers,
  pickup_timeframes,
  units,
  storage,
}: ServiceDefinition): ServiceDefinition {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    is_offered,
    pricing_method,
    payment,
    pickup,
    dropoff,
    measures,
    form_fields,
    warehouse_ids,
    packaging,
    supplies,
    surcharges,
    ...(price_answers === undefined ? {} : { price_answers }),
    pickup_timeframes,
    units,
    ...(storage == null ? {} : { storage }),
  };
}
