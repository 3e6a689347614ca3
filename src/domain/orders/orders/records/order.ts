/**
 * Orders: what one is, which columns each statement has, and how orders are found and locked. A new column is added to the migration
 * and to `COLUMNS`, and to `OrderRow` where the schema cannot say its type; statements, changes and the fold read it from here.
 */
import type Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import type { Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import type { Place } from "#vocabulary/place.ts";
import type { OrderStatus } from "../lifecycle/status.ts";
import { buildSearchText } from "../listing/search-text.ts";
import { messages } from "../messages.ts";
import { getStopPlace, type ORDER_TYPES, type POD_KINDS, type RecipientPreferences } from "../shapes.ts";
import { ordersOfDriverRequested, unreleasedRoutesRequested } from "../topics.ts";
import { getVisibility, isVisible } from "../visibility.ts";

export interface Hold {
  reason: string;
  by: number | null;
  at: string;
}

export interface Requirements {
  skills?: string[];
  vehicle_type?: string;
  pod?: (typeof POD_KINDS)[number][];
  /** Salted hash of the recipient's PIN; the PIN itself is never stored. */
  pin_hash?: string;
}

/** A row without its search text, which is written and never read. */
export interface OrderRow extends Omit<Row<"delivery_order">, "search"> {
  type: (typeof ORDER_TYPES)[number];
  delivery_kind: "self" | "third_party" | "label";
  status: OrderStatus;
  status_before_hold: OrderStatus | null;
  pickup: Place | null;
  dropoff: Place | null;
  /** Where the goods start, unless they are collected from a sender; null when there was no depot. */
  origin_warehouse_id: number | null;
  /** The warehouse where the goods are now; null when they are in none of ours. */
  current_warehouse_id: number | null;
  requirements: Requirements;
  /** What the recipient asked for, by a link that allows it; shown to the driver. Null until then. */
  recipient_preferences: Type.Static<typeof RecipientPreferences> | null;
  hold: Hold | null;
  return_reason: { code: string; version: number; note: string } | null;
  tender_state: "offered" | "held" | null;
}

/**
 * What writes a column: `new`, the statement of a new order; `changed`, every change; `corrected`, a correction besides. A column
 * that no `new` writes is null at first.
 */
type Writing = "new" | "changed" | "corrected";

/** SQL types of the columns, in the order of the statements. */
const COLUMNS = {
  id: ["bigint"],
  business_id: ["int", "new"],
  customer_id: ["bigint", "new", "corrected"],
  family: ["text", "new"],
  type: ["text", "new"],
  service: ["text", "new"],
  delivery_kind: ["text", "new"],
  ref: ["text", "new", "corrected"],
  external_tracking: ["text", "new"],
  tracking_number: ["text", "new"],
  status: ["text", "new", "changed"],
  status_since: ["timestamptz", "new", "changed"],
  status_before_hold: ["text", "new", "changed"],
  scheduled_date: ["date", "new", "changed"],
  pickup: ["jsonb", "new", "changed"],
  dropoff: ["jsonb", "new", "changed"],
  origin_warehouse_id: ["bigint", "new"],
  current_warehouse_id: ["bigint", "changed"],
  lat: ["float8", "new", "corrected"],
  lng: ["float8", "new", "corrected"],
  city: ["text", "new", "corrected"],
  postal_code: ["text", "new", "corrected"],
  window_start: ["timestamptz", "new", "changed"],
  window_end: ["timestamptz", "new", "changed"],
  service_time_s: ["int", "new"],
  priority: ["int", "new"],
  weight_g: ["int", "new", "corrected"],
  volume_cm3: ["int", "new", "corrected"],
  units: ["int", "new"],
  pallets: ["int", "new"],
  requirements: ["jsonb", "new", "corrected"],
  delivery_instruction: ["text", "new", "changed"],
  note: ["text", "new", "changed"],
  recipient_preferences: ["jsonb", "changed"],
  cod_minor: ["bigint", "new", "corrected"],
  insured_value_minor: ["bigint", "new", "corrected"],
  currency: ["text", "new"],
  price_minor: ["bigint", "new"],
  price_details: ["jsonb", "new"],
  quote_id: ["bigint", "new"],
  payment: ["text", "new", "changed"],
  hold: ["jsonb", "new", "changed"],
  return_reason: ["jsonb", "new", "changed"],
  attempts: ["int", "new", "changed"],
  route_id: ["bigint", "changed"],
  assignment_id: ["bigint", "changed"],
  contractor_account_id: ["bigint", "changed"],
  tender_state: ["text", "changed"],
  third_party_carrier_id: ["bigint"],
  sync: ["text", "new"],
  partial: ["bool", "new", "changed"],
  cancel_requested: ["bool", "new", "changed"],
  replaces_order_id: ["bigint", "new"],
  replaced_by_order_id: ["bigint", "changed"],
  batch_id: ["bigint", "new"],
  source: ["text", "new"],
  created_by: ["bigint", "new"],
  created_at: ["timestamptz", "new"],
  updated_at: ["timestamptz", "new", "changed"],
  delivered_at: ["timestamptz", "changed"],
  version: ["int", "new", "changed"],
} as const satisfies Record<keyof OrderRow, readonly [type: string, ...Writing[]]>;

type WrittenBy<Way extends Writing> = {
  [C in keyof OrderRow]: Way extends (typeof COLUMNS)[C][number] ? C : never;
}[keyof OrderRow];

/** What a new order is stored with. */
export type NewOrderRow = Pick<OrderRow, WrittenBy<"new">> & { search: string };

/** Columns that follow from the place that the driver visits. */
type OfPlace = "lat" | "lng" | "city" | "postal_code";

/** What a change may set; columns of `corrected` only where it corrects the order. */
export type Changeable = Pick<
  OrderRow,
  Exclude<WrittenBy<"changed" | "corrected">, OfPlace | "updated_at" | "version">
>;

const names = Object.keys(COLUMNS) as (keyof OrderRow)[];
const listWritten = (way: Writing) =>
  names.filter((name) => (COLUMNS[name] as readonly string[]).slice(1).includes(way));
const define = (written: readonly (keyof OrderRow)[]) =>
  written.map((name) => `${name} ${COLUMNS[name][0]}`).join(", ");

/** Every column except the search text, by name: the response filter and the folds rely on this list. */
export const ORDER_COLUMNS = names.join(", ");

const NEW = listWritten("new");
/** Those of a new order, with their SQL types, in the order of its statement. */
export const NEW_COLUMNS: readonly { name: keyof NewOrderRow; type: string }[] = [
  ...NEW.map((name) => ({ name: name as keyof NewOrderRow, type: COLUMNS[name][0] })),
  { name: "search", type: "text" },
];

/** What a new order has not yet: null. */
export const UNSET = Object.fromEntries(
  names.filter((name) => name !== "id" && !NEW.includes(name)).map((name) => [name, null]),
) as Record<Exclude<keyof OrderRow, WrittenBy<"new"> | "id">, null>;

const CHANGED = listWritten("changed");
const CORRECTED = listWritten("corrected");
const listSets = (written: readonly (keyof OrderRow)[]) =>
  written.map((name) => `${name} = c.${name}`).join(", ");

// One statement for all orders of a change: plans and bulk commands change thousands.
const UPDATE_ORDERS = `update delivery_order o set ${listSets(CHANGED)}
  from json_to_recordset($2::json) as c(id bigint, ${define(CHANGED)}) where o.business_id = $1 and o.id = c.id`;
const UPDATE_DETAILS = `update delivery_order o set search = c.search, ${listSets(CORRECTED)}
  from json_to_recordset($2::json) as c(id bigint, search text, ${define(CORRECTED)}) where o.business_id = $1 and o.id = c.id`;

type Writer = Pick<Context, "db" | "business_id">;

const pick = (row: OrderRow, written: readonly (keyof OrderRow)[]) =>
  Object.fromEntries(written.map((name) => [name, row[name]]));

/** For `changeOrders`, which writes the events as well. */
export async function saveOrders({ db, business_id }: Writer, rows: readonly OrderRow[]): Promise<void> {
  const records = rows.map((row) => ({ id: row.id, ...pick(row, CHANGED) }));
  await db.execute(UPDATE_ORDERS, [business_id, JSON.stringify(records)]);
}

/** What only a correction changes, with the search text. */
export async function saveDetails({ db, business_id }: Writer, rows: readonly OrderRow[]): Promise<void> {
  if (rows.length === 0) return;
  const records = rows.map((row) => ({
    id: row.id,
    search: buildSearchText(row.tracking_number, row, getStopPlace(row)),
    ...pick(row, CORRECTED),
  }));
  await db.execute(UPDATE_DETAILS, [business_id, JSON.stringify(records)]);
}

/** Which of these orders the caller may read; a driver, those of its routes. */
export async function findReadableOrders(
  { actor, db, business_id, publish }: Pick<Context, "actor" | "db" | "business_id" | "publish">,
  ids: readonly number[],
): Promise<number[]> {
  const { customer_id, contractor_account_id } = getVisibility(actor);
  const among =
    actor.role === "driver"
      ? (await publish(ordersOfDriverRequested, { driver_id: actor.driver_id ?? -1, order_ids: ids })).flat()
      : ids;
  if (among.length === 0) return [];
  const rows = await db.rows<{ id: number }>(
    `select id from delivery_order o where business_id = $1 and id = any($2::bigint[])
       and ($3::bigint is null or customer_id = $3) and ($4::bigint is null or contractor_account_id = $4)`,
    [business_id, among, customer_id, contractor_account_id],
  );
  return rows.map(({ id }) => id);
}

/** Rows by id, locked in id order so that two bulk commands cannot deadlock. Unknown ids are absent. */
export async function lockOrders(
  db: Db,
  business_id: number,
  ids: readonly number[],
): Promise<Map<number, OrderRow>> {
  const rows = await db.rows<OrderRow>(
    `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id = any($2::bigint[]) order by id for update`,
    [business_id, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function lockOrder(db: Db, business_id: number, id: number): Promise<OrderRow | undefined> {
  return (await lockOrders(db, business_id, [id])).get(id);
}

export const getLockedOrder = defineGet(lockOrder, messages.unknown_order);

export async function findOrder(db: Db, business_id: number, id: number): Promise<OrderRow | undefined> {
  return db.row<OrderRow>(`select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id = $2`, [
    business_id,
    id,
  ]);
}

export const getOrderRow = defineGet(findOrder, messages.unknown_order);

/** An order that the caller may see. */
export const getVisibleOrder = defineGet(
  async ({ actor, db, business_id }: Pick<Context<never>, "actor" | "db" | "business_id">, id: number) => {
    const order = await findOrder(db, business_id, id);
    return order !== undefined && isVisible(getVisibility(actor), order) ? order : undefined;
  },
  messages.unknown_order,
);

/** The routes among `route_ids` that are not released to their driver yet. */
export async function findUnreleasedRoutes(
  { publish }: Pick<Context, "publish">,
  route_ids: readonly number[],
): Promise<Set<number>> {
  if (route_ids.length === 0) return new Set();
  return new Set((await publish(unreleasedRoutesRequested, { route_ids })).flat());
}

export async function isOnReleasedRoute(
  context: Pick<Context, "publish">,
  { route_id }: Pick<OrderRow, "route_id">,
): Promise<boolean> {
  return route_id !== null && !(await findUnreleasedRoutes(context, [route_id])).has(route_id);
}
