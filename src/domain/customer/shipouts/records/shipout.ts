/** Ship-outs: what one is, its tracking, how it is found, stored and changed. */
import { defineServiceOrder, type NewServiceOrder } from "#domain/customer/service-orders/public.ts";
import { holdStoredPackages, type PlacedPackage } from "#domain/customer/storage-orders/public.ts";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import type { Place } from "#vocabulary/place.ts";
import { messages } from "../messages.ts";
import { type packageRefusals, refusePackages, type ShipoutRequest } from "../request.ts";
import { type Decision, getFirstStatus, getNextStatus, type Status } from "../rules.ts";
import { ShipoutPackage } from "./shipout-package.ts";

export interface ShipoutRow extends Row<"shipout"> {
  status: Status;
  /** Where the packages were when it was ordered. */
  warehouse_id: number;
  dropoff: Place | null;
  supplies: { code: string; quantity: number }[];
  form: Record<string, unknown>;
}

const Shipout = defineServiceOrder<"shipout", ShipoutRow, Decision | "pay" | "refund" | "settle" | "report">(
  defineRecord("shipout"),
  {
    AWAITING_PRICE: "otep:core:created",
    AWAITING_PAYMENT: "otep:core:created",
    PAID: "otep:core:confirmed",
    PICKING: "otep:storage:retrieved",
    SHIPPED: "otep:storage:shipped_out",
    DELIVERED: "otep:core:delivered",
    CANCELLED: "otep:core:cancelled",
  },
);

export const changeShipout = Shipout.change;

/** Stores it and holds its packages. */
export async function insertShipout(
  context: Context<keyof typeof packageRefusals>,
  shipout: NewServiceOrder<ShipoutRequest> & { packages: readonly PlacedPackage[] },
): Promise<number> {
  const { customer_id, packages, request, price } = shipout;
  const { stored_package_ids } = request;
  const status = getFirstStatus(price);
  const { id } = await Shipout.insert(
    context,
    shipout,
    { status, warehouse_id: packages[0]?.warehouse_id ?? 0 },
    async ({ id: shipout_id }) => {
      const faulty = await holdStoredPackages(context, { shipout_id, customer_id, packages });
      if (faulty.length > 0) throw refusePackages(context, stored_package_ids, faulty);
      await ShipoutPackage.insertMany(
        context,
        stored_package_ids.map((stored_package_id, index) => ({
          shipout_id,
          seq: index + 1,
          stored_package_id,
        })),
      );
      return { stored_package_ids, status };
    },
  );
  return id;
}

/** What an operation that decides about a ship-out declares. */
export const moveRefusals = { not_possible: "conflict" } as const;

/** The ship-out, locked; 404 for one that the caller may not see. */
export async function getLockedShipout(context: Context<never>, id: number): Promise<ShipoutRow> {
  const shipout = await lockShipout(context, id);
  if (shipout === undefined) throw context.refuse("not_found", { message: messages.unknown_shipout });
  context.expectVersion(shipout.version);
  return shipout;
}

/** The status after a decision. Refuses one that the present status does not allow. */
export function decide(
  context: Context<"not_possible">,
  { status }: ShipoutRow,
  ...decisions: readonly Decision[]
): Status {
  for (const decision of decisions) {
    const next = getNextStatus(status, decision);
    if (next !== null) return next;
  }
  throw context.refuse("not_possible", {
    message: messages.not_possible,
    values: { status },
    extra: { status },
  });
}

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** A ship-out with what lists show of its service, customer, packages and bill. */
export interface ListedShipout extends ShipoutRow {
  service_code: string;
  service_name: string;
  customer_name: string;
  package_count: number;
  family: "storage_services";
  currency: string;
  total_minor: number | null;
  paid_minor: number;
}

/** `$1` is the business. */
const SHIPOUTS = `select o.*, s.code as service_code, v.definition->>'name' as service_name, c.name as customer_name,
    b.family, b.currency, b.total_minor, b.paid_minor, p.package_count
  from shipout o
  join customer_service s on s.business_id = o.business_id and s.id = o.service_id
  join customer_service_version v on v.business_id = o.business_id and v.service_id = o.service_id and v.version = o.service_version
  join customer c on c.business_id = o.business_id and c.id = o.customer_id
  join customer_bill b on b.business_id = o.business_id and b.subject_type = 'shipout' and b.subject_id = o.id
  cross join lateral (
    select count(*)::int as package_count from shipout_package p
     where p.business_id = o.business_id and p.shipout_id = o.id) p`;

/** Customers see their own alone; null for the business. */
function getOwner({ actor }: Pick<Reader, "actor">): number | null {
  return actor.role === "customer" ? (actor.customer_id ?? 0) : null;
}

/** Those of warehouses where the caller may work; null for all, and for customers. */
function getReach(context: Pick<Reader, "actor">): readonly number[] | null {
  return context.actor.role === "customer" ? null : listReach(context);
}

const isVisible = (owner: "$2" | "$owner", reach: "$3" | "$reach") =>
  `(${owner}::bigint is null or o.customer_id = ${owner})
    and (${reach}::bigint[] is null or o.warehouse_id = any(${reach}))`;

const VISIBLE = `o.business_id = $1 and ${isVisible("$2", "$3")}`;

export function findShipout(context: Reader, id: number): Promise<ListedShipout | undefined> {
  const { db, business_id } = context;
  return db.row<ListedShipout>(`${SHIPOUTS} where ${VISIBLE} and o.id = $4`, [
    business_id,
    getOwner(context),
    getReach(context),
    id,
  ]);
}

/** The ship-out that the caller may see, locked: before the stock, the storage orders and its bill. */
function lockShipout(context: Reader, id: number): Promise<ShipoutRow | undefined> {
  const { db, business_id } = context;
  return db.row<ShipoutRow>(`select o.* from shipout o where ${VISIBLE} and o.id = $4 for update`, [
    business_id,
    getOwner(context),
    getReach(context),
    id,
  ]);
}

/** Those that the caller may see, newest first. */
export const SHIPOUT_LIST = {
  from: `shipout o
    join customer_service s on s.business_id = o.business_id and s.id = o.service_id
    join customer_bill b on b.business_id = o.business_id and b.subject_type = 'shipout' and b.subject_id = o.id`,
  select: SHIPOUTS,
  where: isVisible("$owner", "$reach"),
  order: byId("o.id"),
  values: (context: Reader) => ({ owner: getOwner(context), reach: getReach(context) }),
};
