/** Which service orders a caller sees, and what lists join to them. */
import Type from "typebox";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { ServiceOrderTable } from "./record.ts";
import { ServiceCode } from "./shapes.ts";

type Reader = Pick<Context<never>, "actor">;

/** Customers see their own alone; null for the business. */
export function getOwner({ actor }: Reader): number | null {
  return actor.role === "customer" ? (actor.customer_id ?? 0) : null;
}

/** Warehouses where the caller may work; null for all, and for customers. */
export function getReach(context: Reader): readonly number[] | null {
  return context.actor.role === "customer" ? null : listReach(context);
}

/** What lists show of the service, customer and bill of an order. */
export interface Listed {
  service_code: string;
  service_name: string;
  customer_name: string;
  package_count: number;
  currency: string;
  total_minor: number | null;
  paid_minor: number;
}

/** Columns of `Listed`, from the joins of an order `o`. */
export const LISTED = `s.code as service_code, v.definition->>'name' as service_name, c.name as customer_name,
    b.family, b.currency, b.total_minor, b.paid_minor`;

export const JOIN_SERVICE =
  "join customer_service s on s.business_id = o.business_id and s.id = o.service_id";
export const JOIN_VERSION =
  "join customer_service_version v on v.business_id = o.business_id and v.service_id = o.service_id and v.version = o.service_version";
export const JOIN_CUSTOMER = "join customer c on c.business_id = o.business_id and c.id = o.customer_id";
export const joinBill = (type: ServiceOrderTable) =>
  `join customer_bill b on b.business_id = o.business_id and b.subject_type = '${type}' and b.subject_id = o.id`;

/** Filters of the lists of the business. */
export const buildListFilters = <const Statuses extends readonly string[]>(statuses: Statuses) => ({
  status: filter(Type.Array(StringEnum(statuses), { maxItems: statuses.length, uniqueItems: true })),
  customer_id: filter(Ref("customer")),
  service_code: filter(Ref("service_code", ServiceCode), "s.code = $service_code"),
});

export const is_unpaid = filter(
  Type.Boolean({ description: "Those with something left to pay, or the others." }),
  "(b.unpaid_since is not null) = $is_unpaid",
);
