/** What the compartment of a handover tells: deposit, a look, a collection, and what goes wrong. */
import { reservationChanged } from "#domain/lockers/lockers/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { changeStatus, computeEnd, STATUS_END } from "../change.ts";
import { tellProblem } from "../notify.ts";
import { HANDOVER, HandoverRecord, type HandoverRow } from "../records/handover.ts";
import { findEmptiedFrom, findNext } from "../rules.ts";

export const followReservation = subscribe(reservationChanged, async (context, change) => {
  const { compartment, reservation, status_before, reservation_before, exceptions, at } = change;
  if (reservation.subject_type !== HANDOVER) return;
  let row = await HandoverRecord.lock(context, reservation.subject_id);
  if (row?.reservation_id !== reservation.id) return;
  const store = async (changes: Parameters<typeof HandoverRecord.change>[2]) => {
    row = (await HandoverRecord.change(context, row as HandoverRow, changes)) as HandoverRow;
  };
  const occurred_at = at.toISOString();
  const problem = exceptions.at(-1);
  if (problem !== undefined && problem !== row.problem) await store({ problem });

  if (reservation.status !== reservation_before) {
    const { status } = reservation;
    const emptied =
      status_before !== "UNLOADING"
        ? "found_empty"
        : row.opened_by === "staff"
          ? "emptied_by_staff"
          : "emptied";
    const causes = { IN_USE: "deposited", ENDED: emptied, EXPIRED: "hold_ended" } as const;
    const cause = status in causes ? causes[status as keyof typeof causes] : "not_deposited";
    const next = findNext(cause === "emptied" ? findEmptiedFrom(row, at) : row.status, cause);
    if (next === undefined) return;
    await changeStatus(
      context,
      row,
      next,
      cause,
      {
        ...(cause === "deposited" ? { deposited_at: occurred_at } : {}),
        // The item is with the business: the seller has the same time to fetch it before storage costs.
        ...(next === "EXPIRED"
          ? { storage_from: row.storage_from ?? computeEnd(context, "RETURN_TO_SELLER", row) }
          : {}),
        ...(problem === undefined && next !== "DISPUTED" ? { problem: null } : {}),
      },
      at,
    );
    return;
  }
  const is_blocked = compartment.status === "VERIFY" || compartment.status === "OUT_OF_SERVICE";
  const was_blocked = status_before === "VERIFY" || status_before === "OUT_OF_SERVICE";
  if (is_blocked && !was_blocked && reservation.status === "IN_USE") await tellProblem(context, row, at);
  if (compartment.status === "UNLOADING" && status_before !== "UNLOADING") {
    const opened_by = compartment.status_reason === "operator" ? "staff" : "person";
    const is_first = opened_by === "person" && row.status === "CODE_ISSUED" && row.looked_at === null;
    const inspection_until = new Date(at.getTime() + row.inspection_min * 60_000).toISOString();
    await store({ opened_by, ...(is_first ? { looked_at: occurred_at, inspection_until } : {}) });
  }
  if (compartment.status === "OCCUPIED" && status_before === "UNLOADING") {
    if (problem === undefined && row.problem === "not_closed") await store({ problem: null });
    if (row.opened_by === "person" && row.status === "CODE_ISSUED")
      await changeStatus(context, row, "INSPECTED", "looked_into", {}, at);
    // The time ended while the door was open.
    else if (row.ends_at !== null && row.status !== "RETURN_TO_SELLER")
      context.due.set(STATUS_END, row.id, new Date(row.ends_at));
  }
});
