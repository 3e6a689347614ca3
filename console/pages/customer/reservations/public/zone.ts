/** Times of a place, in its own zone, whatever that of the browser is. */
import { getLocale } from "../../../../language/language.ts";

export interface SlotTimes {
  starts_at: string;
  ends_at: string;
}

const format = (zone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(getLocale(), { timeZone: zone, ...options });

/** `YYYY-MM-DD` in the zone. */
export const toDate = (at: string | Date, zone: string): string =>
  new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(new Date(at));

const getOffset = (at: string, zone: string): string =>
  format(zone, { timeZoneName: "shortOffset" })
    .formatToParts(new Date(at))
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** 14:00–15:00. An hour that occurs twice has its offset. */
export function formatHours(
  { starts_at, ends_at }: SlotTimes,
  zone: string,
  others: readonly SlotTimes[] = [],
): string {
  const clock = format(zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const begin = clock.format(new Date(starts_at));
  const is_twice = others.some(
    (one) =>
      one.starts_at !== starts_at &&
      toDate(one.starts_at, zone) === toDate(starts_at, zone) &&
      clock.format(new Date(one.starts_at)) === begin,
  );
  return `${begin}–${clock.format(new Date(ends_at))}${is_twice ? ` (${getOffset(starts_at, zone)})` : ""}`;
}

/** Monday 30 November 2026 */
export const formatDay = (at: string, zone: string): string =>
  format(zone, { dateStyle: "full" }).format(new Date(at));

export const formatMoment = (at: string, zone: string): string =>
  format(zone, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" }).format(new Date(at));

/** Berlin, GMT+1 */
export const nameZone = (zone: string, at: string): string =>
  `${zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone}, ${getOffset(at, zone)}`;

/** Whether clocks of the reader show another time then. */
export const isElsewhere = (zone: string, at: string): boolean =>
  getOffset(at, zone) !== getOffset(at, Intl.DateTimeFormat().resolvedOptions().timeZone);
