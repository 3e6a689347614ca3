/** What was worked in a shift. Pure. */
import type { ShiftRow } from "./records/shift.ts";

const MINUTE_MS = 60_000;

/** Minutes of breaks until a moment, with the one that is not over. */
export function countBreak_min(
  { break_taken_min, break_started_at }: Pick<ShiftRow, "break_taken_min" | "break_started_at">,
  at: Date,
): number {
  const running_ms = break_started_at === null ? 0 : Math.max(0, at.getTime() - Date.parse(break_started_at));
  return break_taken_min + Math.round(running_ms / MINUTE_MS);
}

/** Minutes from begin to end, without breaks; 0 for a shift that nobody began. */
export function countWorked_min(
  shift: Pick<ShiftRow, "started_at" | "ended_at" | "break_taken_min" | "break_started_at">,
  now: Date,
): number {
  if (shift.started_at === null) return 0;
  const end = shift.ended_at === null ? now : new Date(shift.ended_at);
  const span_min = Math.round((end.getTime() - Date.parse(shift.started_at)) / MINUTE_MS);
  return Math.max(0, span_min - countBreak_min(shift, end));
}
