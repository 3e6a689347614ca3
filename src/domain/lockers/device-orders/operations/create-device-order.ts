/**
 * Create a device order: a compartment for one parcel, of an order or of none. Customers create them for themselves and their
 * orders, drivers and contractors for orders that they carry. Of an order with measured parcels no size is needed.
 */
import Type from "typebox";
import { lockLocker, Millimetres, SIZES } from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { CREATE_REFUSALS, createDeviceOrder as insertDeviceOrder } from "../create.ts";
import { messages } from "../messages.ts";
import { lockParcels, measureParcels, PARCEL_REFUSALS } from "../parcel-of-order.ts";
import { answerDeviceOrder } from "../present.ts";
import { PURPOSES } from "../rules.ts";
import { DeviceOrderDetail, RecipientContact } from "../shapes.ts";

/** A courier is on the road for as long. */
const HOLD_MIN = 240;
/** For those who do not run the business. */
const OWN_HOLD_MAX_MIN = 24 * 60;
const OWN_OPEN_MAX = 20;

export const createDeviceOrder = defineOperation({
  name: "deviceOrderCreate",
  summary: "Create a device order",
  description:
    "Give `size`, or all three measures; an order with one measured parcel needs neither. The code to deposit is in the answer; the code to collect is sent to the recipient after the deposit.",
  risk: "medium",
  access: { roles: TENANT_ROLES, scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/device-orders", status: 201 },
  secret_answer: true,
  localised: true,
  input: Type.Object({
    locker_id: Ref("locker_device"),
    purpose: StringEnum(PURPOSES),
    order_id: Type.Optional(Ref("order")),
    parcel_id: Type.Optional(Ref("parcel")),
    customer_id: Type.Optional(Ref("customer")),
    size: Type.Optional(StringEnum(SIZES)),
    width_mm: Type.Optional(Millimetres),
    height_mm: Type.Optional(Millimetres),
    depth_mm: Type.Optional(Millimetres),
    weight_g: Type.Optional(Count),
    contents: Type.Optional(Type.String({ maxLength: 255 })),
    ref: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "The caller's own reference." }),
    ),
    recipient: Type.Optional(RecipientContact),
    hold_min: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_080,
        description: "Minutes until the deposit, 240 by default.",
      }),
    ),
    collect_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 30,
        description: "Days in which it is to be collected, from the deposit.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    device_order_id: Ref("device_order"),
    device_order: DeviceOrderDetail,
    deposit_code: Nullable(
      Type.String({ "x-secret": true, description: "8 digits; null at a locker that verifies no codes." }),
    ),
    deposit_until: Timestamp,
  }),
  refusals: {
    size_or_measures: "invalid",
    hold_too_long: "invalid",
    parcel_without_order: "invalid",
    too_many_open: "conflict",
    ...PARCEL_REFUSALS,
    ...CREATE_REFUSALS,
  },

  async run(context, input) {
    const { actor, business, refuse } = context;
    const { locker_id, purpose, order_id, parcel_id, weight_g, contents = "", ref = null } = input;
    const { hold_min = HOLD_MIN, collect_days = business.settings.device_order_collect_days } = input;
    const is_staff = actor.role === "client_admin" || actor.role === "employee";
    if (parcel_id !== undefined && order_id === undefined)
      throw refuse("parcel_without_order", { message: messages.parcel_without_order });
    if (!is_staff && hold_min > OWN_HOLD_MAX_MIN)
      throw refuse("hold_too_long", {
        message: messages.hold_too_long,
        values: { hours: OWN_HOLD_MAX_MIN / 60 },
      });
    if (order_id === undefined && !is_staff && actor.role !== "customer")
      throw refuse("not_found", { message: messages.no_order });
    await refuseOtherCustomer(context, input.customer_id);
    const asked_need = findNeed(input);
    if (asked_need === "unclear" || (asked_need === undefined && order_id === undefined))
      throw refuse("size_or_measures", { message: messages.size_or_measures });
    const device = await lockLocker(context, locker_id);
    const ordered = order_id === undefined ? null : await lockParcels(context, { order_id, parcel_id });
    const customer_id = ordered?.order.customer_id ?? input.customer_id ?? actor.customer_id;
    // Of an order it is its customer's.
    if (input.customer_id !== undefined && input.customer_id !== customer_id)
      throw refuse("not_found", { message: messages.no_customer });
    await refuseTooMany(context);
    const need = asked_need ?? measureParcels(ordered?.parcels ?? []);
    if (need === undefined) throw refuse("size_or_measures", { message: messages.size_or_measures });
    const parcel = ordered?.parcels.length === 1 ? ordered.parcels[0] : undefined;
    const created = await insertDeviceOrder(context, device, {
      order: ordered === null ? null : { id: ordered.order.id, parcel_id: parcel?.id ?? null },
      customer_id,
      purpose,
      need,
      weight_g: weight_g ?? parcel?.weight_g ?? null,
      contents,
      ref,
      recipient: input.recipient ?? null,
      hold_min,
      collect_days,
      has_price: ordered === null || actor.role === "customer",
    });
    if (created instanceof Refusal) return created;
    const { row, deposit_code } = created;
    return {
      ...(await answerDeviceOrder(context, row.id)),
      deposit_code,
      deposit_until: row.deposit_until,
    };
  },
});

function findNeed({
  size,
  width_mm,
  height_mm,
  depth_mm,
}: {
  size?: (typeof SIZES)[number];
  width_mm?: number;
  height_mm?: number;
  depth_mm?: number;
}) {
  const has_measures = width_mm !== undefined && height_mm !== undefined && depth_mm !== undefined;
  const has_some = width_mm !== undefined || height_mm !== undefined || depth_mm !== undefined;
  if (size !== undefined) return has_some ? "unclear" : { size };
  if (has_measures) return { width_mm, height_mm, depth_mm };
  return has_some ? "unclear" : undefined;
}

/** Only the business creates device orders for somebody else. */
async function refuseOtherCustomer(
  { db, business_id, actor, refuse }: Context<never>,
  customer_id: number | undefined,
): Promise<void> {
  if (customer_id === undefined || customer_id === actor.customer_id) return;
  const is_staff = actor.role === "client_admin" || actor.role === "employee";
  const row = is_staff
    ? await db.row("select id from customer where business_id = $1 and id = $2", [business_id, customer_id])
    : undefined;
  if (row === undefined) throw refuse("not_found", { message: messages.no_customer });
}

async function refuseTooMany({ db, business_id, actor, refuse }: Context<"too_many_open">): Promise<void> {
  if (actor.role !== "customer") return;
  const { open = 0 } =
    (await db.row<{ open: number }>(
      `select count(*)::int as open from device_order where business_id = $1 and customer_id = $2 and step = 'expected'`,
      [business_id, actor.customer_id],
    )) ?? {};
  if (open >= OWN_OPEN_MAX)
    throw refuse("too_many_open", { message: messages.too_many_open, values: { count: OWN_OPEN_MAX } });
}
