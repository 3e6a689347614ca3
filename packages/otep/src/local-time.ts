/** UTC instants as local time with offset, `2026-03-02T10:20:00+01:00`. */
import { formatInstant, parseInstant, YEAR_10000 } from "./instant.ts";

const DAY_MS = 86_400_000;
/** Time zones change their offset at full minutes: Newfoundland did so at 00:01 until 2011. */
const MINUTE_MS = 60_000;

/**
 * `instant` is in normal form. The offset that was said comes before that of the time zone. A place without either is
 * shown in UTC, `+00:00`, and so is an instant whose local year would be 10000.
 */
export function localTime(instant: string, time_zone: string | undefined, utc_offset?: string): string {
  if (time_zone === undefined && utc_offset === undefined) return `${instant.slice(0, 19)}+00:00`;
  const epoch_ms = parseInstant(instant);
  const minutes = utc_offset === undefined ? offsetAt(time_zone!, epoch_ms) : parseOffset(utc_offset);
  if (epoch_ms + minutes * MINUTE_MS >= YEAR_10000) return localTime(instant, undefined);
  return formatInstant(epoch_ms + minutes * MINUTE_MS).slice(0, 19) + offsetText(minutes);
}

/** How far a place is ahead of UTC at an instant, `+01:00`; `+00:00` for a place without a time zone. */
export function getOffset(instant: string, time_zone: string | undefined): string {
  return offsetText(time_zone === undefined ? 0 : offsetAt(time_zone, parseInstant(instant)));
}

function parseOffset(utc_offset: string): number {
  const minutes = Number(utc_offset.slice(1, 3)) * 60 + Number(utc_offset.slice(4));
  return utc_offset.startsWith("-") ? -minutes : minutes;
}

// Asking Intl costs microseconds. A day that begins and ends with one offset has it throughout; on the few
// days of a change each minute is asked for.
const cached_offsets = new Map<string, Map<number, number | "changes">>();
const KNOWN_MAX = 10_000;
let known_count = 0;

/** Minutes east of UTC. */
function offsetAt(time_zone: string, epoch_ms: number): number {
  let zone = cached_offsets.get(time_zone);
  if (zone === undefined || known_count > KNOWN_MAX) {
    if (known_count > KNOWN_MAX) {
      cached_offsets.clear();
      known_count = 0;
    }
    zone = new Map();
    cached_offsets.set(time_zone, zone);
  }
  const day = Math.floor(epoch_ms / DAY_MS);
  let minutes = zone.get(day);
  if (minutes === undefined) {
    const first = askIntl(time_zone, day * DAY_MS);
    minutes = first === askIntl(time_zone, (day + 1) * DAY_MS) ? first : "changes";
    zone.set(day, minutes);
    known_count++;
  }
  if (minutes !== "changes") return minutes;
  // Negative keys, so that minutes and days do not meet.
  const minute = Math.floor(epoch_ms / MINUTE_MS);
  let exact = zone.get(-minute);
  if (exact === undefined) {
    exact = askIntl(time_zone, minute * MINUTE_MS);
    zone.set(-minute, exact);
    known_count++;
  }
  return exact as number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function askIntl(time_zone: string, epoch_ms: number): number {
  let formatter = formatters.get(time_zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat("en-US", { timeZone: time_zone, timeZoneName: "longOffset" });
    if (formatters.size < 1000) formatters.set(time_zone, formatter);
  }
  // "3/2/2026, GMT+01:00", and "GMT" alone for none.
  const match = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(formatter.format(epoch_ms));
  if (match === null || match[1] === undefined) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === "-" ? -minutes : minutes;
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => (value < 10 ? `0${value}` : `${value}`);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
