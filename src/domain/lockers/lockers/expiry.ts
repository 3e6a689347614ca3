/** What ends at its time: holds, and times to collect. Each is true where its time has come and something ended. */
import { recordOperation } from "#domain/lockers/devices/public.ts";
import type { Context } from "#operation/define/context.ts";
import { isOpening } from "./open-door.ts";
import { applyFact, findReservationTarget } from "./state.ts";
import { HOLD_END } from "./times.ts";

/** How long the end of a hold waits where its door is being opened. */
const OPENING_MS = 30_000;

const hasPassed = (at: string | null, now: Date): boolean => at !== null && Date.parse(at) <= now.getTime();

export async function endHoldInTime(context: Context<never>, reservation_id: number): Promise<boolean> {
  const target = await findReservationTarget(context, reservation_id);
  if (target === undefined || target.reservation.status !== "HELD") return false;
  if (!hasPassed(target.reservation.expires_at, context.now)) return false;
  const { device, compartment } = target;
  if (target.compartment.status === "RESERVED" && (await isOpening(context, target))) {
    context.due.set(HOLD_END, reservation_id, new Date(context.now.getTime() + OPENING_MS));
    return false;
  }
  const after = await applyFact(context, target, "hold_ended");
  if (after.reservation !== undefined) return false;
  await recordOperation(context, device.id, {
    action: "released",
    actor_type: "service",
    result: "ok",
    compartment_id: compartment.id,
    reservation_id,
    details: { why: "hold_ended" },
  });
  return true;
}

export async function endCollectionInTime(context: Context<never>, reservation_id: number): Promise<boolean> {
  const target = await findReservationTarget(context, reservation_id);
  if (target === undefined || !hasPassed(target.reservation.collect_until, context.now)) return false;
  const after = await applyFact(context, target, "collection_ended");
  return after.compartment.status !== target.compartment.status;
}
