/** How shifts are named and coloured. */
import type { Tone } from "../../../parts/labels.ts";
import type { Times } from "../../../parts/times.ts";
import type { Shift } from "./queries.ts";
import { text } from "./text.ts";

const TONES: Record<Shift["status"], Tone> = {
  DRAFT: "grey",
  PUBLISHED: "warn",
  CLAIMED: "blue",
  ASSIGNED: "blue",
  ON_DUTY: "good",
  ON_BREAK: "teal",
  ENDED: "grey",
  NO_SHOW: "bad",
  CANCELLED: "grey",
};

export const getTone = ({ status }: Pick<Shift, "status">): Tone => TONES[status];

export const buildBadge = ({ status }: Pick<Shift, "status">) => ({
  label: text.statuses[status],
  tone: TONES[status],
});

export function describeTimes(
  { starts_at, ends_at }: Pick<Shift, "starts_at" | "ends_at">,
  { time }: Times,
): string {
  return `${time(starts_at)}–${time(ends_at)}`;
}

/** 7 h 30 */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, "0")}`;
}

/** Monday of the week of a date. */
export function findMonday(date: string): string {
  const at = new Date(`${date}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}
