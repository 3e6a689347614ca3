/** Lockers and compartments in words. */
import { getLocale } from "../../../language/language.ts";
import type { Times } from "../../../parts/times.ts";
import type { Locker, LockerHealth } from "./queries.ts";
import { text } from "./text.ts";

/**
 * When a locker was heard. One that is online was heard in the last three minutes: a more precise time would be wrong while
 * the page is open, because a heartbeat changes nothing that pages follow.
 */
export function describeLastHeard(
  {
    status,
    last_seen_at,
    queued_operations,
  }: Pick<LockerHealth, "status" | "last_seen_at" | "queued_operations">,
  times: Times,
): string {
  if (status === "PROVISIONING") return text.heard.not_provisioned;
  if (last_seen_at === null) return text.heard.never;
  if (status === "ONLINE") return text.heard.now;
  const moment = times.moment(last_seen_at);
  return status === "OFFLINE" && queued_operations > 0
    ? text.heard.queued({ moment, n: queued_operations })
    : text.heard.at({ moment });
}

/** 1 January 2024 was a Monday. */
export const nameWeekday = (iso_day: number): string =>
  new Intl.DateTimeFormat(getLocale(), { weekday: "short", timeZone: "UTC" }).format(
    Date.UTC(2024, 0, iso_day),
  );

/** `Mon 08:00–20:00, Tue …`; days that are absent are closed. */
export function describeHours(hours: Locker["opening_hours"]): string {
  if (hours === null) return text.always_open;
  const days = Object.entries(hours)
    .filter(([, spans]) => spans.length > 0)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([iso_day, spans]) => {
      const open = spans.map(([from = "", to = ""]) => `${from}–${to}`).join(" ");
      return `${nameWeekday(Number(iso_day))} ${open}`;
    });
  return days.length === 0 ? text.always_closed : days.join(", ");
}
