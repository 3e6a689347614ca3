/** Inserts new orders: rows, parcels, tracking numbers, events and tracking events in one transaction. */

import { hash, randomBytes } from "node:crypto";
import {
  composeTrackingEvent,
  createTrackingNumbers,
  toTrackingRow,
} from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { BusinessSettings } from "#operation/define/settings.ts";
import type { Place } from "#vocabulary/place.ts";
import { buildOrderState, buildPlaceColumns } from "../lifecycle/change.ts";
import { computeVolume } from "../lifecycle/merge-order.ts";
import { OTEP_CODES } from "../lifecycle/status.ts";
import { buildSearchText } from "../listing/search-text.ts";
import { type Hold, type NewOrderRow, type OrderRow, type Requirements, UNSET } from "../records/order.ts";
import type { ParcelRow } from "../records/parcel.ts";
import { getStopPlace } from "../shapes.ts";
import { getScheduledDate, type OrderDraft, SERVICE_TIME_S } from "./draft.ts";
import type { OriginWarehouses } from "./origins.ts";
import { storeOrders } from "./store.ts";

export interface NewOrder {
  draft: OrderDraft;
  customer_id: number | null;
  /** Price of a quote. */
  quote?: { id: number; total_minor: number; lines: unknown; currency: string } | null;
  hold?: Hold | null;
  replaces_order_id?: number;
  /** Columns that a successor copies from the order it replaces and that a draft cannot contain. */
  copied_columns?: Partial<
    Pick<OrderRow, "requirements" | "price_minor" | "price_details" | "quote_id" | "currency" | "payment">
  >;
  batch_id?: number;
  source: string;
}

/** The depot from the settings of the business, where its goods start; null when there is none. */
export function findDepot({ depot }: Pick<BusinessSettings, "depot">): Place | null {
  return depot;
}

/** What the day of an order is decided by. */
export function getWorkingDay({ business, now }: Pick<Context<never>, "business" | "now">) {
  const { shift_start, shift_end } = business.settings;
  return { now, time_zone: business.time_zone, shift_start, shift_end };
}

/** The depot as the warehouse that it is; null when there is none. */
export function findDepotWarehouse({
  depot,
  depot_warehouse_id: id,
}: Pick<BusinessSettings, "depot" | "depot_warehouse_id">): { id: number; place: Place } | null {
  return depot === null || id === null ? null : { id, place: depot };
}

/** A recipient's PIN as it is stored: `salt:sha256`, so that a phone can verify it offline. */
export function hashPin(pin: string): string {
  const salt = randomBytes(9).toString("base64url");
  return `${salt}:${hash("sha256", salt + pin)}`;
}

export function isPinCorrect(pin_hash: string, pin: string): boolean {
  const [salt = "", digest = ""] = pin_hash.split(":");
  return hash("sha256", salt + pin) === digest;
}

/** Build the row of a draft. Its addresses are resolved already. */
function buildOrderRow(
  context: Context<never>,
  order: NewOrder,
  tracking_number: string,
  origins: OriginWarehouses,
): NewOrderRow {
  const { actor, business, business_id, now } = context;
  const { draft } = order;
  const type = draft.type ?? "D";
  const depot = findDepotWarehouse(business.settings);
  const origin_warehouse_id = draft.origin_warehouse_id ?? depot?.id ?? null;
  const origin = origin_warehouse_id === depot?.id ? depot : origins.get(origin_warehouse_id ?? 0);
  const pickup = draft.pickup ?? (type === "P" ? null : (origin?.place ?? null));
  const dropoff = draft.dropoff ?? (type === "P" ? (origin?.place ?? null) : null);
  const at = getStopPlace({ type, pickup, dropoff });
  const parcels = draft.parcels ?? [{}];
  const { pin, ...requirements } = draft.requirements ?? {};
  const stored_requirements: Requirements = {
    ...requirements,
    ...(pin === undefined ? {} : { pin_hash: hashPin(pin) }),
  };
  const moment = now.toISOString();
  return {
    business_id,
    customer_id: order.customer_id,
    family: "local_delivery",
    type,
    service: draft.service ?? "standard",
    delivery_kind: "self",
    ref: draft.ref ?? null,
    external_tracking: draft.external_tracking ?? null,
    tracking_number,
    status: order.hold ? "HOLD" : "NEW_ORDER",
    status_since: moment,
    status_before_hold: order.hold ? "NEW_ORDER" : null,
    scheduled_date: getScheduledDate(draft, getWorkingDay(context)),
    pickup,
    dropoff,
    origin_warehouse_id,
    ...buildPlaceColumns({ type, pickup, dropoff }),
    service_time_s: draft.service_time_s ?? SERVICE_TIME_S,
    priority: draft.priority ?? 0,
    weight_g: parcels.reduce((sum, parcel) => sum + (parcel.weight_g ?? 0), 0),
    volume_cm3: draft.volume_cm3 ?? computeVolume(parcels),
    units: draft.units ?? parcels.length,
    pallets: draft.pallets ?? 0,
    requirements: stored_requirements,
    delivery_instruction: draft.delivery_instruction ?? "",
    note: draft.note ?? "",
    cod_minor: draft.cod_minor ?? 0,
    insured_value_minor: draft.insured_value_minor ?? 0,
    currency: order.quote?.currency ?? business.currency,
    price_minor: order.quote?.total_minor ?? null,
    price_details: order.quote?.lines ?? null,
    quote_id: order.quote?.id ?? null,
    payment: "not_required",
    hold: order.hold ?? null,
    return_reason: null,
    attempts: 0,
    sync: "ok",
    partial: false,
    cancel_requested: false,
    replaces_order_id: order.replaces_order_id ?? null,
    batch_id: order.batch_id ?? null,
    source: order.source,
    created_by: actor.account_id,
    created_at: moment,
    updated_at: moment,
    version: 1,
    ...order.copied_columns,
    search: buildSearchText(tracking_number, draft, at),
  };
}

export interface InsertedOrder {
  order: OrderRow;
  parcels: ParcelRow[];
}

/**
 * Insert orders; returns them in the sequence of the drafts. The drafts are valid and their places resolved. `origins`:
 * the warehouses that drafts name and take an address from.
 */
export async function insertOrders(
  context: Context<never>,
  orders: readonly NewOrder[],
  origins: OriginWarehouses = new Map(),
): Promise<InsertedOrder[]> {
  if (orders.length === 0) return [];
  const { business_id, emit } = context;
  const counts = orders.map(({ draft }) => draft.parcels?.length ?? 1);
  const numbers = await createTrackingNumbers(
    context,
    counts.reduce((total, count) => total + count, 0),
  );
  const takeNumber = () => numbers.shift() as string;
  const rows = orders.map((order) => buildOrderRow(context, order, takeNumber(), origins));
  const parcels = rows.flatMap((row, index) =>
    (orders[index]?.draft.parcels ?? [{}]).map((parcel, at) => ({
      order_number: row.tracking_number,
      seq: at + 1,
      // The first parcel has the order's own number.
      tracking_number: at === 0 ? row.tracking_number : takeNumber(),
      length_mm: parcel.length_mm ?? null,
      width_mm: parcel.width_mm ?? null,
      height_mm: parcel.height_mm ?? null,
      weight_g: parcel.weight_g ?? 0,
      contents: parcel.contents ?? "",
    })),
  );
  const events = rows.flatMap((row) => {
    const tracked = { id: 0, tracking_number: row.tracking_number };
    const created = composeTrackingEvent(context, tracked, { code: "otep:core:created" });
    return row.status === "HOLD"
      ? [created, composeTrackingEvent(context, tracked, { code: OTEP_CODES.HOLD })]
      : [created];
  });
  const inserted = await storeOrders(context, rows, parcels, events.map(toTrackingRow));
  const byNumber = new Map(inserted.map((row) => [row.tracking_number, row]));
  return rows.map((row) => {
    const { id, parcels: inserted_parcels } = byNumber.get(row.tracking_number) as (typeof inserted)[number];
    const { search: _search, ...rest } = row;
    const order: OrderRow = { ...rest, ...UNSET, id };
    emit({
      subject: { type: "order", id, is_new: true },
      kind: "order.created",
      payload: {
        tracking_number: row.tracking_number,
        type: row.type,
        ref: row.ref,
        customer_id: row.customer_id,
        replaces_order_id: row.replaces_order_id,
        state: buildOrderState(order),
      },
      ...(row.batch_id === null ? {} : { batch_id: row.batch_id }),
      before: null,
      after: { status: row.status, scheduled_date: row.scheduled_date },
    });
    return {
      order,
      parcels: inserted_parcels.map((parcel) => ({
        ...parcel,
        business_id,
        custody: "sender" as const,
        custody_ref: null,
        custody_since: row.created_at,
      })),
    };
  });
}
