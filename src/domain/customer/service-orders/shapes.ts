/** Members that the answers of all service orders have, and what is read for them. */
import Type from "typebox";
import { loadBillDetail } from "#domain/customer/bills/public.ts";
import {
  ChosenSupply,
  FormAnswers,
  FormFields,
  loadServiceVersion,
} from "#domain/customer/services/public.ts";
import { loadWarehouses } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { ServiceOrderTable } from "./record.ts";

export const ServiceCode = Type.String({ minLength: 1, maxLength: 40, description: "Code of the service." });

export const buildIdentityMembers = <const Statuses extends readonly string[]>(
  kind: ServiceOrderTable,
  statuses: Statuses,
) => ({
  id: Ref(kind),
  service_code: Type.String(),
  service_name: Type.String(),
  status: StringEnum(statuses),
  status_since: Timestamp,
  tracking_number: Type.String(),
  ref: Nullable(Type.String()),
});

export const CanBePaid = Type.Boolean({ description: "The customer can pay what is left from its wallet." });
export const CanSettle = Type.Boolean({
  description: "What is left can be charged to the settlement account.",
});

/** For the business: whose it is, and of which service. */
export const customerMembers = {
  customer_id: Ref("customer"),
  customer_name: Type.String(),
  service_id: Ref("service"),
  service_version: { ...Count, description: "The version of the service that it was ordered with." },
};

/** What was asked for, beside addresses and packages. */
export const askedMembers = {
  supplies: Type.Array(ChosenSupply),
  surcharges: Type.Array(Type.String(), { description: "Codes of those that the customer chose." }),
  form: FormAnswers,
  form_fields: FormFields,
  note: Type.String(),
};

const Measure = Nullable(Type.Integer({ description: "Grams, millimetres." }));

export const declaredMembers = {
  weight_g: Measure,
  length_mm: Measure,
  width_mm: Measure,
  height_mm: Measure,
};

export const measuredMembers = {
  measured_weight_g: Measure,
  measured_length_mm: Measure,
  measured_width_mm: Measure,
  measured_height_mm: Measure,
  measured_at: Nullable(Timestamp),
};

/** Where goods are collected and where they are brought. */
export const buildRouteMembers = ($id: string) => ({
  pickup: Nullable(Place),
  dropoff: Nullable(Place),
  warehouse: Nullable(
    Type.Object({ id: Ref("warehouse"), code: Type.String(), name: Type.String(), place: Place }, { $id }),
  ),
  pickup_timeframe: Nullable(Type.String({ description: "Name and times." })),
});

/** Of an order that is sent. */
export const RateId = Type.Optional(
  Ref("rate", Type.String({ maxLength: 200, description: "From the estimate." })),
);
export const wordMembers = {
  ref: Type.Optional(Type.String({ maxLength: 100, description: "The customer's own reference." })),
  note: Type.Optional(Type.String({ maxLength: 1000, description: "For the business." })),
};

type Reader = Pick<Context<never>, "db" | "business_id">;

interface OrderReferences {
  id: number;
  service_id: number;
  service_version: number;
  warehouse_id: number | null;
}

/** Bill, service and warehouse of one that is answered whole. */
export async function loadServiceOrderDetail(
  context: Reader,
  type: ServiceOrderTable,
  order: OrderReferences,
) {
  const { id, service_id, service_version, warehouse_id } = order;
  const [bill, service, warehouses] = await Promise.all([
    loadBillDetail(context, { type, id }),
    loadServiceVersion(context, service_id, service_version),
    loadWarehouses(context, warehouse_id === null ? [] : [warehouse_id]),
  ]);
  const { definition } = service;
  const warehouse = warehouses.get(warehouse_id ?? 0) ?? null;
  return { bill, definition, warehouse };
}

/** Name and times of a timeframe of the service. */
export function describeTimeframe(
  {
    pickup_timeframes,
  }: { pickup_timeframes: readonly { code: string; name: string; start: string; end: string }[] },
  code: string | null,
): string | null {
  const timeframe = pickup_timeframes.find((one) => one.code === code);
  return timeframe === undefined ? null : `${timeframe.name}, ${timeframe.start}-${timeframe.end}`;
}

/** Whether its customer does not see what it costs. */
export async function isPriceHidden(
  { db, business_id }: Reader,
  { customer_id, family }: { customer_id: number; family: string },
): Promise<boolean> {
  const row = await db.row<{ is_hidden: boolean }>(
    "select $3 = any(hidden_price_families) as is_hidden from customer where business_id = $1 and id = $2",
    [business_id, customer_id, family],
  );
  return row?.is_hidden === true;
}
