/**
 * Move the end of the hold, or of the time to collect. A parcel that had expired is ready again, with another code, unless its
 * order is on its way back already.
 */
import Type from "typebox";
import { extendReservation, findReservationTarget } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerDeviceOrder } from "../present.ts";
import { findCode, getRecipientUse, sendCode } from "../recipient.ts";
import { lockDeviceOrder } from "../records/device-order.ts";
import { mayExtend } from "../rules.ts";
import { DeviceOrderAnswer } from "../shapes.ts";
import { changeDeviceOrder } from "../store.ts";

export const extendDeviceOrder = defineOperation({
  name: "deviceOrderExtend",
  summary: "Extend a device order",
  description: "Before the deposit `until` is the end of the hold, after it the end of the time to collect.",
  access: { scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/device-orders/{device_order_id}/extend" },
  localised: true,
  input: Type.Object({ device_order_id: Ref("device_order"), until: Timestamp }),
  output: DeviceOrderAnswer,
  refusals: { not_reserved: "conflict", order_returning: "conflict", end_in_the_past: "invalid" },

  async run(context, { device_order_id, until }) {
    const { refuse, now } = context;
    const { row, target } = await lockDeviceOrder(context, device_order_id);
    if (target === undefined) throw refuse("not_reserved", { message: messages.not_reserved });
    if (!mayExtend(row)) throw refuse("order_returning", { message: messages.order_returning });
    if (new Date(until) <= now) throw refuse("end_in_the_past", { message: messages.end_in_the_past });
    const is_held = row.step === "expected";
    const ends_at = new Date(until).toISOString();
    const extended = await changeDeviceOrder(
      context,
      row,
      is_held ? { deposit_until: ends_at } : { collect_until: ends_at },
      "extended",
      { details: { until: ends_at } },
    );
    await extendReservation(context, target, new Date(until));
    // The code ended with the time to collect.
    const current = await findReservationTarget(context, target.reservation.id);
    if (row.step === "expired" && current !== undefined) {
      const code = await findCode(context, current, "collect", true);
      if (code !== null && getRecipientUse(row) === "collect")
        await sendCode(context, extended, current, "collect", code);
    }
    return answerDeviceOrder(context, device_order_id);
  },
});
