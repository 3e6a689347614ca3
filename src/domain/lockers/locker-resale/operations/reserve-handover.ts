/** Reserve a compartment with room for the item, and hold what its use costs. */
import Type from "typebox";
import { GRANT_REFUSALS, grantCompartment, lockLocker } from "#domain/lockers/lockers/public.ts";
import { holdAmount } from "#domain/money/wallets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { Ref } from "#vocabulary/ref.ts";
import { refuseStatus, takeStep } from "../change.ts";
import { lockHandover, SIDE_REFUSALS } from "../load.ts";
import { answerHandover } from "../present.ts";
import { HANDOVER, type HandoverRow } from "../records/handover.ts";
import { findNext } from "../rules.ts";
import { HandoverAnswer, SizeName } from "../shapes.ts";

const HOLD_MS = 60 * 60_000;

export const reserveHandover = defineOperation({
  name: "resaleHandoverReserve",
  summary: "Reserve a compartment for a handover",
  description: "For an hour. What the use of the locker costs is held, and taken when the item is in it.",
  access: { roles: ["customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-resale/handovers/{handover_id}/reserve" },
  localised: true,
  input: Type.Object({
    handover_id: Ref("resale_handover"),
    locker_id: Ref("locker_device"),
    size: Type.Optional({
      ...SizeName,
      description: "Of the compartment, where it is to be another than that of the item.",
    }),
  }),
  output: HandoverAnswer,
  refusals: { ...SIDE_REFUSALS, ...GRANT_REFUSALS, wrong_status: "conflict", wallet_too_low: "unpaid" },

  async run(context, { handover_id, locker_id, size }) {
    const { now } = context;
    // The locker is locked before the handover, as devices do.
    const device = await lockLocker(context, locker_id);
    const { row } = await lockHandover(context, handover_id, ["seller"]);
    if (findNext(row.status, "reserved") === undefined) throw refuseStatus(context, row);
    const { seller_customer_id: customer_id, fee_minor: amount_minor, currency } = row;
    const granted = await grantCompartment(context, device, {
      need: size === undefined ? getNeed(row) : { size },
      purpose: "resale",
      expires_at: new Date(now.getTime() + HOLD_MS),
      collect_until: null,
      ref: null,
      customer_id,
      subject: { type: HANDOVER, id: handover_id },
    });
    if (granted instanceof Refusal) return granted;
    const subject = { type: HANDOVER, id: handover_id };
    const hold_id = await holdAmount(context, {
      customer_id,
      price_family: "device_orders",
      subject,
      amount_minor,
      currency,
    });
    await takeStep(context, row, "reserved", {
      device_id: device.id,
      compartment_id: granted.compartment.id,
      reservation_id: granted.reservation.id,
      size: granted.compartment.size,
      reserved_at: now.toISOString(),
      hold_id,
      problem: null,
    });
    return answerHandover(context, handover_id);
  },
});

/** Measures say more than the size that they fit into somewhere. */
const getNeed = ({ size, width_mm, height_mm, depth_mm }: HandoverRow) =>
  width_mm === null || height_mm === null || depth_mm === null ? { size } : { width_mm, height_mm, depth_mm };
