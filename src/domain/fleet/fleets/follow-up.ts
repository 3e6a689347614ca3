/** What follows a change of shifts: who did not come, requests to swap that lapse, messages to drivers. */
import { enqueuePush } from "#domain/identity/web-push/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { ShiftRow } from "./records/shift.ts";

export const NO_SHOW = "fleets.no_show";
const PUSH_TTL_S = 12 * 3600;

/** Sets or clears the time at which its driver is missed. */
export function scheduleNoShow(
  { due }: Pick<Context, "due">,
  { id, status, starts_at }: Pick<ShiftRow, "id" | "status" | "starts_at">,
  after_min: number,
): void {
  if (status === "CLAIMED" || status === "ASSIGNED")
    due.set(NO_SHOW, id, new Date(Date.parse(starts_at) + after_min * 60_000));
  else due.clear(NO_SHOW, id);
}

/** Requests to swap these shifts were about the shifts as they were. */
export async function lapseSwaps(
  { db, business_id, now, emit }: Pick<Context, "db" | "business_id" | "now" | "emit">,
  shift_ids: readonly number[],
): Promise<void> {
  const rows = await db.rows<{ id: number; shift_id: number; from_driver_id: number; fleet_id: number }>(
    `update shift_swap w set status = 'LAPSED', decided_at = $3 from shift s
      where w.business_id = $1 and w.status = 'REQUESTED' and (w.shift_id = any($2::bigint[]) or w.for_shift_id = any($2::bigint[]))
        and s.business_id = $1 and s.id = w.shift_id
      returning w.id, w.shift_id, w.from_driver_id, s.fleet_id`,
    [business_id, [...shift_ids], now],
  );
  for (const { id, shift_id, from_driver_id, fleet_id } of rows)
    emit({
      subject: { type: "shift", id: shift_id },
      kind: "shift.swap_ended",
      payload: { fleet_id, swap_id: id, driver_id: from_driver_id, status: "LAPSED" },
    });
}

/** A push message to the phones of drivers; nobody is notified of what they did themselves. */
export async function pushToDrivers(
  context: Pick<Context, "db" | "business_id" | "now" | "enqueue" | "actor">,
  driver_ids: readonly (number | null)[],
  type: string,
  facts: Record<string, string | number | null>,
  ttl_s = PUSH_TTL_S,
): Promise<void> {
  const { db, business_id, actor } = context;
  const others = driver_ids.filter((id) => id !== null && id !== actor.driver_id);
  if (others.length === 0) return;
  const accounts = await db.rows<{ id: number }>(
    "select id from account where business_id = $1 and driver_id = any($2::bigint[]) and status = 'active' order by id",
    [business_id, others],
  );
  await enqueuePush(
    context,
    accounts.map(({ id }) => id),
    { type, facts, ttl_s },
  );
}
