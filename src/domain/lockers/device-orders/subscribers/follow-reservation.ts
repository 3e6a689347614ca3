/** What happens at the compartment of a device order, for its parcel: its step, its exceptions, its order and its price. */
import {
  extendReservation,
  type ReservationChange,
  reservationChanged,
} from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { subscribe } from "#operation/define/topic.ts";
import { DEVICE_ORDER } from "../create.ts";
import { followOrder, type Milestone } from "../follow-order.ts";
import { dropPrice, takePrice } from "../price.ts";
import { findCode, getRecipientUse, sendCode } from "../recipient.ts";
import { DeviceOrderRecord, type DeviceOrderRow, listExceptions } from "../records/device-order.ts";
import { decideMove, type MoveDecision, type Step } from "../rules.ts";
import { changeDeviceOrder, openException, resolveException } from "../store.ts";

const DAY_MS = 86_400_000;

export const followReservation = subscribe(reservationChanged, async (context, change) => {
  const { reservation, at } = change;
  if (reservation.subject_type !== DEVICE_ORDER) return;
  const row = await DeviceOrderRecord.lock(context, reservation.subject_id);
  // A compartment that was given back for another one, or by a cancellation, says nothing of the parcel.
  if (row === undefined || row.reservation_id !== reservation.id) return;
  const open_exceptions = (await listExceptions(context, row.id)).filter(
    ({ resolution }) => resolution === null,
  );
  const decision = decideMove({
    ...change,
    step: row.step,
    purpose: row.purpose,
    open_exceptions: open_exceptions.map(({ kind }) => kind),
    reservation: reservation.status,
    status: change.compartment.status,
  });
  let after = await storeStep(context, row, decision, change);
  for (const kind of decision.opens) after = (await openException(context, after, { kind, at })).row;
  for (const { kind, resolution } of decision.resolves)
    for (const exception of open_exceptions.filter((one) => one.kind === kind))
      after = await resolveException(context, after, exception, { resolution, at, by_device: true });
  if (decision.opens.length > 0) await followOrder(context, after, change.device, "fault", at);
  if (decision.action !== null) await follow(context, after, decision, change);
});

async function storeStep(
  context: Context<never>,
  row: DeviceOrderRow,
  { step, action, is_over }: MoveDecision,
  { at }: ReservationChange,
): Promise<DeviceOrderRow> {
  const occurred_at = at.toISOString();
  const now = context.now;
  return changeDeviceOrder(
    context,
    row,
    {
      ...(step === row.step ? {} : { step }),
      ...(is_over ? { reservation_id: null } : {}),
      ...(action === "deposited"
        ? {
            deposited_at: occurred_at,
            // The recipient learns of it now, however long ago the locker recorded it.
            collect_until: new Date(now.getTime() + row.collect_days * DAY_MS).toISOString(),
          }
        : {}),
      ...(step === "collected" && row.step !== "collected" ? { collected_at: occurred_at } : {}),
      ...(is_over && step !== row.step ? { ended_at: occurred_at } : {}),
    },
    action,
    { at, by_device: true },
  );
}

const MILESTONES: Partial<Record<Step, Milestone>> = {
  deposited: "deposited",
  collected: "collected",
  expired: "expired",
  returned: "returned",
};

async function follow(
  context: Context<never>,
  row: DeviceOrderRow,
  { action, step }: MoveDecision,
  change: ReservationChange,
): Promise<void> {
  const { device, compartment, reservation, at } = change;
  const target = { device, compartment, reservation };
  if (action === "deposited") await takePrice(context, row);
  if (step === "cancelled") await dropPrice(context, row);
  const milestone = action === step ? MILESTONES[step] : undefined;
  if (milestone !== undefined) await followOrder(context, row, device, milestone, at);
  if (action === "deposited" && row.collect_until !== null) {
    await extendReservation(context, target, new Date(row.collect_until));
    if (getRecipientUse(row) !== "collect") return;
    const code = await findCode(context, target, "collect");
    if (code !== null) await sendCode(context, row, target, "collect", code);
  }
  // The code that the recipient has ends: the parcel goes back.
  if (action === "expired") await findCode(context, target, "collect", true);
}
