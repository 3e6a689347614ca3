/** Changes the status of a locked handover, with what follows from it: fee, time to come, event. */
import {
  type CODE_REFUSALS,
  extendReservation,
  issueCode,
  type ReservationTarget,
} from "#domain/lockers/lockers/public.ts";
import { captureHold, releaseHold } from "#domain/money/wallets/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Changes } from "#operation/define/record.ts";
import { messages } from "./messages.ts";
import { tellOfChange } from "./notify.ts";
import { HANDOVER, HandoverRecord, type HandoverRow } from "./records/handover.ts";
import { type Cause, computeReminder, DISPUTE_MS, findNext, type Status } from "./rules.ts";

/** A status ends by itself. */
export const STATUS_END = "locker_resale.status_end";
/** The time to collect ends soon. */
export const COLLECT_REMINDER = "locker_resale.collect_reminder";
/** Storage begins to cost. */
export const STORAGE_START = "locker_resale.storage_start";
/** Nothing can be told of an ended handover any more. */
export const CONTACT_END = "locker_resale.contact_end";

const DAY_MS = 24 * 3_600_000;
/** Nobody reserved a compartment for it. */
const LISTED_DAYS = 30;

const EVENT_KINDS = {
  DEPOSITED: "resale.deposited",
  CODE_ISSUED: "resale.released",
  COLLECTED: "resale.collected",
  RETURN_TO_SELLER: "resale.return_started",
  RETRIEVED: "resale.returned",
  DISPUTED: "resale.disputed",
} as const;
const KINDS: Partial<Record<Status, (typeof EVENT_KINDS)[keyof typeof EVENT_KINDS]>> = EVENT_KINDS;

type HandoverChanges = Changes<"resale_handover", HandoverRow>;

/** When this status ends by itself, if it begins now; null for those that do not. */
export function computeEnd(
  { business, now }: Pick<Context, "business" | "now">,
  status: Status,
  { collect_days }: Pick<HandoverRow, "collect_days">,
): string | null {
  const { resale_release_days, resale_collect_days, resale_return_days } = business.settings;
  const days: Partial<Record<Status, number>> = {
    LISTED: LISTED_DAYS,
    DEPOSITED: resale_release_days,
    CODE_ISSUED: collect_days ?? resale_collect_days,
    RETURN_TO_SELLER: resale_return_days,
  };
  const count = days[status];
  return count === undefined ? null : new Date(now.getTime() + count * DAY_MS).toISOString();
}

const ENDED: readonly Status[] = ["COLLECTED", "RETRIEVED", "EXPIRED", "CANCELLED"];

/** `at`: when it happened, which may be hours ago. */
export async function changeStatus(
  context: Context<never>,
  row: HandoverRow,
  status: Status,
  cause: Cause,
  more: HandoverChanges = {},
  at: Date = context.now,
): Promise<HandoverRow> {
  const { due, emit } = context;
  // Looking into it gives the buyer no more time.
  const ends_at = status === "INSPECTED" ? row.ends_at : computeEnd(context, status, row);
  if (row.status === "DEPOSIT_RESERVED" && row.hold_id !== null)
    await (status === "DEPOSITED" ? captureHold : releaseHold)(context, row.hold_id);
  const after = await HandoverRecord.change(context, row, {
    status,
    status_reason: cause,
    ends_at,
    ended_at: ENDED.includes(status) ? at.toISOString() : null,
    ...(status === "RETURN_TO_SELLER" ? { returned_at: at.toISOString(), storage_from: ends_at } : {}),
    ...(row.status === "DEPOSIT_RESERVED" ? { hold_id: null } : {}),
    ...more,
  });
  if (ends_at !== null && status !== "RETURN_TO_SELLER") due.set(STATUS_END, row.id, new Date(ends_at));
  else due.clear(STATUS_END, row.id);
  setNotices(context, after, at);
  emit({
    subject: { type: HANDOVER, id: row.id },
    kind: KINDS[status] ?? "resale.changed",
    occurred_at: at.toISOString(),
    payload: {
      status_before: row.status,
      status,
      cause,
      device_id: after.device_id,
      compartment_id: after.compartment_id,
    },
    before: { status: row.status },
    after: { status, cause },
  });
  await tellOfChange(context, row.status, after, cause, at);
  return after;
}

/** What is told, and forgotten, at a later time. */
function setNotices({ due, now }: Context<never>, after: HandoverRow, at: Date): void {
  const { id, status, ends_at, storage_from, storage_day_minor, buyer_contact } = after;
  if (status === "CODE_ISSUED" && ends_at !== null)
    due.set(COLLECT_REMINDER, id, computeReminder(now, ends_at));
  else if (status !== "INSPECTED") due.clear(COLLECT_REMINDER, id);
  const waits_for_seller = status === "RETURN_TO_SELLER" || status === "EXPIRED";
  if (waits_for_seller && storage_from !== null && storage_day_minor > 0)
    due.set(STORAGE_START, id, new Date(storage_from));
  else due.clear(STORAGE_START, id);
  if (ENDED.includes(status) && buyer_contact !== null)
    due.set(CONTACT_END, id, new Date(at.getTime() + DISPUTE_MS));
  else due.clear(CONTACT_END, id);
}

export const STEP_REFUSALS = { wrong_status: "conflict" } as const;

/** What somebody asked for, where the status allows it. */
export async function takeStep(
  context: Context<keyof typeof STEP_REFUSALS>,
  row: HandoverRow,
  cause: Parameters<typeof findNext>[1],
  more: HandoverChanges = {},
): Promise<HandoverRow> {
  const status = findNext(row.status, cause);
  if (status === undefined) throw refuseStatus(context, row);
  return changeStatus(context, row, status, cause, more);
}

export const refuseStatus = ({ refuse }: Pick<Context<"wrong_status">, "refuse">, { status }: HandoverRow) =>
  refuse("wrong_status", { message: messages.wrong_status, values: { status } });

/** The item waits for the seller: the code of the buyer ends, and the compartment is overdue once the time is over. */
export async function prepareReturn(
  context: Context<keyof typeof CODE_REFUSALS>,
  target: ReservationTarget | undefined,
  row: HandoverRow,
): Promise<void> {
  if (target === undefined) return;
  if (row.released_at !== null) await issueCode(context, target, "collect", true);
  const until = computeEnd(context, "RETURN_TO_SELLER", row);
  if (until !== null) await extendReservation(context, target, new Date(until));
}
