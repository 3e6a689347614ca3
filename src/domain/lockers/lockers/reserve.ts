/** Grants a compartment of a locked locker. Source: README.md, "Reservations". */
import assert from "node:assert";
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import type { Context } from "#operation/define/context.ts";
import { record } from "./log.ts";
import { listCompartments } from "./records/compartment.ts";
import { RefusedReservationRecord, ReservationRecord, type ReservationRow } from "./records/reservation.ts";
import { chooseCompartment, countFreeSizes, decide, findSizeFor, type Measures, type Size } from "./rules.ts";
import { describeState, storeDecision, type Target } from "./state.ts";

export interface ReservationRequest {
  need: { size: Size } | Measures;
  purpose: ReservationRow["purpose"];
  expires_at: Date;
  collect_until: Date | null;
  ref: string | null;
  customer_id: number | null;
}

/** The compartment with its reservation; the free sizes where none of them is what was asked for, which is recorded. */
export async function reserve(
  context: Context<never>,
  device: DeviceRow,
  { need, purpose, expires_at, collect_until, ref, customer_id }: ReservationRequest,
): Promise<(Target & { reservation: ReservationRow }) | { free: { size: Size; free: number }[] }> {
  const compartments = await listCompartments(context, device.id);
  const compartment = chooseCompartment(compartments, need);
  if (compartment === undefined) {
    const size = "size" in need ? need.size : findSizeFor(compartments, need);
    const refused_at = context.now.toISOString();
    await RefusedReservationRecord.insert(context, { device_id: device.id, size, purpose, refused_at });
    return { free: countFreeSizes(compartments) };
  }
  const reservation = await ReservationRecord.insert(context, {
    device_id: device.id,
    compartment_id: compartment.id,
    purpose,
    ref,
    expires_at: expires_at.toISOString(),
    collect_until: collect_until?.toISOString() ?? null,
    customer_id,
    account_id: context.actor.account_id,
  });
  const before: Target = { device, compartment, reservation: undefined };
  const decision = decide(describeState(before), "reserve");
  assert(!("refused" in decision), "A free compartment was refused.");
  const after = { ...(await storeDecision(context, before, decision, { reservation })), reservation };
  await record(context, after, "reserved", { purpose, size: compartment.size });
  context.emit({
    subject: { type: "locker_reservation", id: reservation.id, is_new: true },
    kind: "locker.reserved",
    payload: { device_id: device.id, compartment_id: compartment.id, purpose, status: "HELD" },
    before: null,
    after: { compartment_id: compartment.id, purpose },
  });
  return after;
}
