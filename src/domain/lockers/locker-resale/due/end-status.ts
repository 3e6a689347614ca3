/** A status ends: a listing that nobody used, an item that was not released or not collected. */
import { findReservationTarget, isConnected } from "#domain/lockers/lockers/public.ts";
import { defineDue } from "#operation/define/due.ts";
import { changeStatus, prepareReturn, STATUS_END } from "../change.ts";
import { HandoverRecord } from "../records/handover.ts";
import { findNext } from "../rules.ts";

const AGAIN_MS = 15 * 60_000;

export const endStatus = defineDue({
  kind: STATUS_END,

  async run(context, { subject }) {
    const { now, due } = context;
    const handover = await HandoverRecord.find(context, Number(subject));
    if (handover === undefined) return;
    const target =
      handover.reservation_id === null
        ? undefined
        : await findReservationTarget(context, handover.reservation_id);
    const row = await HandoverRecord.lock(context, handover.id);
    if (row === undefined || row.ends_at === null || Date.parse(row.ends_at) > now.getTime()) return;
    const status = findNext(row.status, "time_ended");
    if (status === undefined || row.reservation_id !== handover.reservation_id) return;
    if (status === "RETURN_TO_SELLER") {
      const use = target?.compartment.status;
      const is_closed = use === "OCCUPIED" || use === "OVERDUE";
      // Somebody stands before the open door, staff must look first, or the buyer's code cannot be ended.
      if (target === undefined || !is_closed || (row.released_at !== null && !isConnected(target.device)))
        return due.set(STATUS_END, row.id, new Date(now.getTime() + AGAIN_MS));
      await prepareReturn(context as never, target, row);
    }
    await changeStatus(context, row, status, "time_ended");
  },
});
