/** Creates device orders: a compartment reserved for one parcel, with its price held and its codes issued. */
import assert from "node:assert";
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import {
  GRANT_REFUSALS,
  grantCompartment,
  type Measures,
  type ReservationTarget,
  type Size,
} from "#domain/lockers/lockers/public.ts";
import { insertTrackingNumbers, newTrackingNumber } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { followOrder } from "./follow-order.ts";
import { computePrice, holdPrice } from "./price.ts";
import { findCode, getRecipientUse, sendCode } from "./recipient.ts";
import { DeviceOrderRecord, type DeviceOrderRow } from "./records/device-order.ts";
import type { Purpose } from "./rules.ts";
import type { Recipient } from "./shapes.ts";
import { recordAction } from "./store.ts";

export const DEVICE_ORDER = "device_order";

export interface NewDeviceOrder {
  order: { id: number; parcel_id: number | null } | null;
  customer_id: number | null;
  purpose: Purpose;
  need: { size: Size } | Measures;
  weight_g: number | null;
  contents: string;
  ref: string | null;
  recipient: Recipient | null;
  hold_min: number;
  collect_days: number;
  /** A device order of a delivery that the business arranges is part of that. */
  has_price: boolean;
}

export interface CreatedDeviceOrder {
  row: DeviceOrderRow;
  target: ReservationTarget;
  /** Null at a device that verifies none. */
  deposit_code: string | null;
}

export const CREATE_REFUSALS = { ...GRANT_REFUSALS, wallet_too_low: "unpaid" } as const;

/** The device is locked. The refusal where no compartment is what was asked for is to be returned, not thrown. */
export async function createDeviceOrder(
  context: Context<keyof typeof CREATE_REFUSALS>,
  device: DeviceRow,
  request: NewDeviceOrder,
): Promise<CreatedDeviceOrder | Refusal> {
  const { now, actor, emit } = context;
  const { order, customer_id, purpose, need, weight_g, contents, ref, recipient, collect_days } = request;
  const id = await findNextId(context);
  const deposit_until = new Date(now.getTime() + request.hold_min * 60_000);
  const target = await grantCompartment(context, device, {
    need,
    purpose,
    expires_at: deposit_until,
    collect_until: null,
    ref,
    customer_id,
    subject: { type: DEVICE_ORDER, id },
  });
  if (target instanceof Refusal) return target;
  const { compartment, reservation } = target;
  const measures = "size" in need ? { width_mm: null, height_mm: null, depth_mm: null } : need;
  const price = request.has_price
    ? await computePrice(context, customer_id, {
        size: compartment.size,
        parcel: { weight_g, ...measures },
        days: collect_days,
      })
    : null;
  const tracking_number = order === null ? newTrackingNumber() : null;
  const row = await DeviceOrderRecord.insert(context, {
    id,
    order_id: order?.id ?? null,
    parcel_id: order?.parcel_id ?? null,
    tracking_number,
    customer_id,
    account_id: actor.account_id,
    purpose,
    ref,
    contents,
    size: "size" in need ? need.size : null,
    ...measures,
    weight_g,
    recipient,
    device_id: device.id,
    compartment_id: compartment.id,
    reservation_id: reservation.id,
    collect_days,
    deposit_until: deposit_until.toISOString(),
    price_list_id: price?.price_list_id ?? null,
    price_minor: price?.price_minor ?? null,
    currency: price?.currency ?? null,
    price_lines: price?.price_lines ?? [],
  });
  await insertNumber(context, row);
  await recordAction(context, row, "created", { details: { compartment_code: compartment.code } });
  emit({
    subject: { type: DEVICE_ORDER, id, is_new: true },
    kind: "device_order.created",
    payload: { order_id: row.order_id, device_id: device.id, compartment_id: compartment.id, purpose },
    before: null,
    after: { order_id: row.order_id, compartment_id: compartment.id, purpose },
  });
  const hold_id = await holdPrice(context, row);
  const held = hold_id === null ? row : await DeviceOrderRecord.change(context, row, { hold_id });
  await followOrder(context, held, device, "reserved", now);
  const deposit_code = await findCode(context, target, "deposit");
  if (deposit_code !== null && getRecipientUse(held) === "deposit")
    await sendCode(context, held, target, "deposit", deposit_code);
  return { row: held, target, deposit_code };
}

async function findNextId({ db }: Pick<Context, "db">): Promise<number> {
  const next = await db.row<{ id: number }>(
    "select nextval(pg_get_serial_sequence('device_order', 'id'))::bigint as id",
  );
  assert(next !== undefined, "A sequence has a next value.");
  return next.id;
}

/** Public tracking finds it by its number. */
async function insertNumber(context: Context<never>, { id, tracking_number }: DeviceOrderRow): Promise<void> {
  if (tracking_number !== null)
    await insertTrackingNumbers(context, [{ number: tracking_number, type: DEVICE_ORDER, id }]);
}
