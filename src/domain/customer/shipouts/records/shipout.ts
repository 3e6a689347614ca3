/** Ship-outs: what one is, its tracking, how it is found, stored and changed. */
import {
  defineBilling,
  defineServiceOrder,
  getOwner,
  getReach,
  JOIN_CUSTOMER,
  JOIN_SERVICE,
  JOIN_VERSION,
  joinBill,
  LISTED,
  type Listed,
  type NewServiceOrder,
} from "#domain/customer/service-orders/public.ts";
import { holdStoredPackages, type PlacedPackage } from "#domain/customer/storage-orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
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

export const Shipout = defineServiceOrder<
  "shipout",
  ShipoutRow,
  Decision,
  "pay" | "refund" | "settle" | "report"
>(defineRecord("shipout"), {
  codes: {
    AWAITING_PRICE: "otep:core:created",
    AWAITING_PAYMENT: "otep:core:created",
    PAID: "otep:core:confirmed",
    PICKING: "otep:storage:retrieved",
    SHIPPED: "otep:storage:shipped_out",
    DELIVERED: "otep:core:delivered",
    CANCELLED: "otep:core:cancelled",
  },
  getNextStatus,
  lock: lockShipout,
  texts: { unknown: messages.unknown_shipout, not_possible: messages.not_possible },
});

export const {
  change: changeShipout,
  getLocked: getLockedShipout,
  getAllowedNextStatus,
  moveRefusals,
} = Shipout;

export const ShipoutBill = defineBilling<ShipoutRow>(Shipout, messages);

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

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** A ship-out with what lists show of its service, customer, packages and bill. */
export interface ListedShipout extends ShipoutRow, Listed {
  family: "storage_services";
}

/** `$1` is the business. */
const SHIPOUTS = `select o.*, ${LISTED}, p.package_count
  from shipout o ${JOIN_SERVICE} ${JOIN_VERSION} ${JOIN_CUSTOMER} ${joinBill("shipout")}
  cross join lateral (
    select count(*)::int as package_count from shipout_package p
     where p.business_id = o.business_id and p.shipout_id = o.id) p`;

/** Those of the customer, and of warehouses where the caller may work. */
const isVisible = (owner: "$2" | "$owner", reach: "$3" | "$reach") =>
  `(${owner}::bigint is null or o.customer_id = ${owner})
    and (${reach}::bigint[] is null or o.warehouse_id = any(${reach}))`;

const VISIBLE = `o.business_id = $1 and ${isVisible("$2", "$3")}`;

function findShipout(context: Reader, id: number): Promise<ListedShipout | undefined> {
  const { db, business_id } = context;
  return db.row<ListedShipout>(`${SHIPOUTS} where ${VISIBLE} and o.id = $4`, [
    business_id,
    getOwner(context),
    getReach(context),
    id,
  ]);
}

export const getShipoutRow = defineGet(findShipout, messages.unknown_shipout);

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
  from: `shipout o ${JOIN_SERVICE} ${joinBill("shipout")}`,
  select: SHIPOUTS,
  where: isVisible("$owner", "$reach"),
  order: byId("o.id"),
  values: (context: Reader) => ({ owner: getOwner(context), reach: getReach(context) }),
};
