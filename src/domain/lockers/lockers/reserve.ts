/** Grants a compartment of a locked locker, and takes one back that is not used. Source: README.md, "States". */
import assert from "node:assert";
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import { record } from "./log.ts";
import { messages } from "./messages.ts";
import { refuseWhileOpening } from "./open-door.ts";
import { listCompartments } from "./records/compartment.ts";
import { RefusedReservationRecord, ReservationRecord, type ReservationRow } from "./records/reservation.ts";
import {
  chooseCompartment,
  countFreeSizes,
  decide,
  findSizeFor,
  type Measures,
  type REQUEST_REFUSALS,
  type Size,
} from "./rules.ts";
import { applyRequest, describeState, type ReservationTarget, storeDecision, type Target } from "./state.ts";

export interface ReservationRequest {
  need: { size: Size } | Measures;
  purpose: ReservationRow["purpose"];
  expires_at: Date;
  collect_until: Date | null;
  ref: string | null;
  customer_id: number | null;
  /** The record of another family that it is for; that family says what may be done with it. */
  subject?: { type: string; id: number };
}

export const GRANT_REFUSALS = { locker_not_in_service: "conflict", no_free_compartment: "conflict" } as const;

/**
 * The compartment with its reservation. The refusal where no compartment is what was asked for is to be returned, not
 * thrown: the demand is stored.
 */
export async function grantCompartment(
  context: Context<keyof typeof GRANT_REFUSALS>,
  device: DeviceRow,
  { need, purpose, expires_at, collect_until, ref, customer_id, subject }: ReservationRequest,
): Promise<ReservationTarget | Refusal> {
  const { refuse } = context;
  if (device.status !== "ONLINE" && device.status !== "OFFLINE")
    throw refuse("locker_not_in_service", { message: messages.locker_not_in_service });
  const compartments = await listCompartments(context, device.id);
  const compartment = chooseCompartment(device, compartments, need);
  if (compartment === undefined) {
    const size = "size" in need ? need.size : findSizeFor(compartments, need);
    const refused_at = context.now.toISOString();
    await RefusedReservationRecord.insert(context, { device_id: device.id, size, purpose, refused_at });
    const free = countFreeSizes(device, compartments);
    return free.length === 0
      ? refuse("no_free_compartment", { message: messages.no_free_compartment, extra: { free } })
      : refuse("no_free_compartment", {
          message: messages.other_sizes_free,
          values: { sizes: free.map((one) => one.size).join(", ") },
          extra: { free },
        });
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
    subject_type: subject?.type ?? null,
    subject_id: subject?.id ?? null,
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

/** Gives up a reservation before anything is put in. */
export async function releaseReservation(
  context: Context<keyof typeof REQUEST_REFUSALS>,
  target: ReservationTarget,
): Promise<void> {
  if (target.compartment.status === "RESERVED") await refuseWhileOpening(context, target);
  const after = await applyRequest(context, target, "release");
  await record(context, after, "released", {}, { reservation_id: target.reservation.id });
}
