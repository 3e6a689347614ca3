/** Formats times in the business's time zone, whatever the browser's is. */
import { useMemo } from "react";
import { useOptionalMe } from "../api/session.ts";
import { getLocale } from "../language/language.ts";
import { text } from "../language/text.ts";

export interface Times {
  zone: string;
  /** Today in that zone, `YYYY-MM-DD`. */
  today(): string;
  /** 14:05 */
  time(at: string | null | undefined): string;
  /** Fri 20 Nov, 14:05; today only the time. */
  moment(at: string | null | undefined): string;
  /** Friday 20 November, 14:05:09 */
  exact(at: string): string;
  /** 14:00–16:00, with the day where it is not today. */
  window(start: string | null | undefined, end: string | null | undefined): string;
  /** "3 min ago", "in 2 h" */
  ago(at: string | null | undefined): string;
  /** The day an instant falls on. */
  toDay(at: string): string;
  /** The instant, ISO 8601, at which a day begins in that zone. */
  getDayStart(date: string): string;
  /** The instant, ISO 8601, of a time of the day, `HH:MM`. */
  at(date: string, time: string): string;
}

/** `2026-11-20` reads "Fri 20 Nov". Calendar dates have no zone. */
export function day(date: string, style: "short" | "long" = "short"): string {
  const at = new Date(`${date}T12:00:00Z`);
  if (Number.isNaN(at.getTime())) return date;
  const this_year = at.getUTCFullYear() === new Date().getUTCFullYear();
  return new Intl.DateTimeFormat(getLocale(), {
    timeZone: "UTC",
    weekday: style === "short" ? "short" : "long",
    day: "numeric",
    month: style === "short" ? "short" : "long",
    ...(this_year ? {} : { year: "numeric" }),
  }).format(at);
}

export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

export function createTimes(zone: string): Times {
  const locale = getLocale();
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  const clock = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const full = format({
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const far = format({ day: "numeric", month: "short", year: "numeric" });
  const exact = format({ dateStyle: "full", timeStyle: "medium" });
  const relative = new Intl.RelativeTimeFormat(locale, { style: "short" });
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  // Swedish writes dates and times as ISO 8601 does.
  const wall = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  const toDay = (at: string | Date) => parts.format(new Date(at));
  const today = () => toDay(new Date());
  const moment = (at: string | null | undefined) => {
    if (!at) return text.times.none;
    const date = toDay(at);
    if (date === today()) return clock.format(new Date(at));
    return (date.slice(0, 4) === today().slice(0, 4) ? full : far).format(new Date(at));
  };
  const at = (date: string, time: string) => {
    const local = Date.parse(`${date}T${time}:00Z`);
    let instant = local;
    // Twice: the first guess may have the offset of the other side of a clock change.
    for (let turn = 0; turn < 2; turn += 1)
      instant -= Date.parse(`${wall.format(instant).replace(" ", "T")}Z`) - local;
    return new Date(instant).toISOString();
  };
  return {
    zone,
    today,
    moment,
    toDay,
    getDayStart: (date) => at(date, "00:00"),
    at,
    time: (instant) => (instant ? clock.format(new Date(instant)) : text.times.none),
    exact: (instant) => text.times.exact({ at: exact.format(new Date(instant)), zone }),
    window(start, end) {
      if (!start && !end) return text.times.any_time;
      if (start && end) {
        const same = toDay(start) === toDay(end);
        return text.times.between({ start: moment(start), end: (same ? clock : full).format(new Date(end)) });
      }
      return start ? text.times.after({ start: moment(start) }) : text.times.before({ end: moment(end) });
    },
    ago(at) {
      if (!at) return text.times.never;
      const seconds = Math.round((Date.parse(at) - Date.now()) / 1000);
      const size = Math.abs(seconds);
      if (size < 45) return text.times.just_now;
      const [n, unit]: [number, Intl.RelativeTimeFormatUnit] =
        size < 5400
          ? [seconds / 60, "minute"]
          : size < 129_600
            ? [seconds / 3600, "hour"]
            : [seconds / 86_400, "day"];
      return relative.format(Math.round(n), unit);
    },
  };
}

export function useTimes(): Times {
  const zone = useOptionalMe()?.business?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return useMemo(() => createTimes(zone), [zone]);
}
