/** A hold that nobody used ends. */
import { recordOperation } from "#domain/lockers/devices/public.ts";
import { defineDue } from "#operation/define/due.ts";
import { applyFact, findReservationTarget, HOLD_END } from "../state.ts";

export const endHold = defineDue({
  kind: HOLD_END,

  async run(context, { subject }) {
    const target = await findReservationTarget(context, Number(subject));
    const ends_at = target?.reservation.expires_at;
    if (target === undefined || target.reservation.status !== "HELD" || typeof ends_at !== "string") return;
    if (Date.parse(ends_at) > context.now.getTime()) return;
    const { device, compartment, reservation } = target;
    const after = await applyFact(context, target, "hold_ended");
    if (after.reservation !== undefined) return;
    await recordOperation(context, device.id, {
      action: "released",
      actor_type: "service",
      result: "ok",
      compartment_id: compartment.id,
      reservation_id: reservation.id,
      details: { why: "hold_ended" },
    });
  },
});
