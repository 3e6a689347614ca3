/** Device orders with their history and exceptions: what one is, who sees which, how they are found and locked. */
import { type DeviceRow, lockDevice } from "#domain/lockers/devices/public.ts";
import {
  type CompartmentStatus,
  findReservationTarget,
  type ReservationTarget,
  type Size,
} from "#domain/lockers/lockers/public.ts";
import { getVisibility, ordersOfDriverRequested } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { Action, ExceptionKind, Purpose, Resolution, State, Step } from "../rules.ts";
import type { Recipient } from "../shapes.ts";

export interface PriceLine {
  code: string;
  label: string;
  amount_minor: number;
}

export interface DeviceOrderRow extends Row<"device_order"> {
  purpose: Purpose;
  size: Size | null;
  step: Step;
  state: State;
  recipient: Recipient | null;
  price_lines: PriceLine[];
}

export interface ExceptionRow extends Row<"device_order_exception"> {
  kind: ExceptionKind;
  resolution: Resolution | null;
}

interface HistoryRow extends Row<"device_order_history"> {
  action: Action;
  actor_type: "device" | "courier" | "customer" | "operator" | "service";
  details: Record<string, unknown>;
}
export type ActorType = HistoryRow["actor_type"];

export const DeviceOrderRecord = defineRecord<"device_order", DeviceOrderRow>("device_order");
export const HistoryRecord = defineRecord<"device_order_history", HistoryRow>("device_order_history");
export const ExceptionRecord = defineRecord<"device_order_exception", ExceptionRow>("device_order_exception");

/** With what is shown of its locker and its order. */
export interface DeviceOrderView extends DeviceOrderRow {
  locker_name: string;
  compartment_code: string;
  compartment_size: Size;
  compartment_status: CompartmentStatus | null;
  order_number: string | null;
  order_status: string | null;
  customer_name: string | null;
}

/** `o` is the device order. */
export const DEVICE_ORDERS = `select o.*, d.name as locker_name, c.code as compartment_code, c.size as compartment_size,
    case when o.reservation_id is null then null else c.status end as compartment_status,
    coalesce(q.tracking_number, o.tracking_number) as order_number, q.status as order_status, k.name as customer_name
  from device_order o
  join locker_device d on d.business_id = o.business_id and d.id = o.device_id
  join locker_compartment c on c.business_id = o.business_id and c.id = o.compartment_id
  left join delivery_order q on q.business_id = o.business_id and q.id = o.order_id
  left join customer k on k.business_id = o.business_id and k.id = o.customer_id`;

type Reader = Pick<Context, "db" | "business_id" | "actor" | "publish">;

/** What narrows the device orders that a caller sees: null for all of the business. */
export interface Reach {
  customer_id: number | null;
  /** Those that this account created, or of these orders. */
  account_id: number | null;
  contractor_account_id: number | null;
  order_ids: number[] | null;
}

/** Orders of open device orders, of which a driver may have some on the road. */
const CARRIED_MAX = 1000;

export async function findReach({ db, business_id, actor, publish }: Reader): Promise<Reach> {
  const { customer_id, contractor_account_id } = getVisibility(actor);
  const reach: Reach = { customer_id, account_id: null, contractor_account_id: null, order_ids: null };
  if (actor.role === "broker_employee")
    return { ...reach, account_id: actor.account_id, contractor_account_id };
  if (actor.role !== "driver") return reach;
  const rows = await db.rows<{ order_id: number }>(
    `select distinct order_id from device_order where business_id = $1 and order_id is not null
       and step in ('expected', 'deposited', 'expired') limit ${CARRIED_MAX}`,
    [business_id],
  );
  const ids = rows.map(({ order_id }) => order_id);
  const carried =
    ids.length === 0
      ? []
      : (await publish(ordersOfDriverRequested, { driver_id: actor.driver_id ?? -1, order_ids: ids })).flat();
  return { ...reach, account_id: actor.account_id, order_ids: carried };
}

/** Conditions of `Reach`; a value that is undefined leaves its condition out. */
export const REACH = [
  "o.customer_id = $customer_id",
  `o.account_id = $account_id or o.order_id = any($order_ids::bigint[])
     or exists (select from delivery_order q where q.business_id = o.business_id and q.id = o.order_id
       and q.contractor_account_id = $contractor_account_id)`,
] as const;

export async function findVisible(context: Reader, id: number): Promise<DeviceOrderView | undefined> {
  const { db, business_id } = context;
  const { customer_id, account_id, contractor_account_id, order_ids } = await findReach(context);
  return db.row<DeviceOrderView>(
    `${DEVICE_ORDERS} where o.business_id = $1 and o.id = $2 and ($3::bigint is null or o.customer_id = $3)
       and ($4::bigint is null or o.account_id = $4 or o.order_id = any($5::bigint[]) or q.contractor_account_id = $6)`,
    [business_id, id, customer_id, account_id, order_ids ?? [], contractor_account_id],
  );
}

type Refuser = Reader & Pick<Context<never>, "refuse">;

export async function getVisible(context: Refuser, id: number): Promise<DeviceOrderView> {
  const view = await findVisible(context, id);
  if (view === undefined) throw context.refuse("not_found", { message: messages.no_device_order });
  return view;
}

export interface LockedDeviceOrder {
  row: DeviceOrderRow;
  device: DeviceRow;
  /** Its compartment with the reservation; undefined where nothing is reserved any more. */
  target: ReservationTarget | undefined;
}

/** The locker first, because everything at one locker happens in one order. */
export async function lockDeviceOrder(
  context: Refuser & Pick<Context, "expectVersion">,
  id: number,
): Promise<LockedDeviceOrder> {
  const { device_id } = await getVisible(context, id);
  const device = await lockDevice(context, device_id);
  const row = await DeviceOrderRecord.lock(context, id);
  if (device === undefined || row === undefined)
    throw context.refuse("not_found", { message: messages.no_device_order });
  context.expectVersion(row.version);
  const target =
    row.reservation_id === null ? undefined : await findReservationTarget(context, row.reservation_id);
  return { row, device, target };
}

export function listExceptions(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<ExceptionRow[]> {
  return db.rows<ExceptionRow>(
    "select * from device_order_exception where business_id = $1 and device_order_id = $2 order by occurred_at, id",
    [business_id, id],
  );
}

export function listHistory(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<(HistoryRow & { account_name: string | null })[]> {
  return db.rows(
    `select h.*, a.name as account_name from device_order_history h left join account a on a.id = h.account_id
      where h.business_id = $1 and h.device_order_id = $2 order by h.occurred_at, h.id`,
    [business_id, id],
  );
}
