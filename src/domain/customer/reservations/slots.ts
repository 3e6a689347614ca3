/**
 * The slots of a calendar. Hours are wall time of the bookable's zone; slots are moments, and follow each other without a
 * gap inside the hours. Pure.
 *
 * When clocks go forward, the hour that is skipped has no slot: hours that begin or end in it do so when it is over. When
 * they go back, the hour that occurs twice has its slots twice; a time that occurs twice is the first of both where hours
 * begin or end. So a day has as many slots as it has time, and no two overlap.
 */

interface Hours {
  /** `HH:MM`. */
  from: string;
  /** `HH:MM` up to `24:00`; not after `from`: of the next day. */
  to: string;
}

export interface Calendar {
  /** `weekday`: 1 is Monday. */
  weekly: readonly (Hours & { weekday: number })[];
  /** Instead of the hours of the week; none: closed. */
  exceptions: readonly { date: string; hours: readonly Hours[] }[];
}

export interface SlotRule {
  calendar: Calendar;
  time_zone: string;
  slot_minutes: number;
}

export interface SlotTimes {
  starts_at: Date;
  ends_at: Date;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

const readMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Minutes of the day at which hours begin and end; those of the next day are beyond 1440. */
function readHours({ from, to }: Hours): { from: number; to: number } {
  const [begin, end] = [readMinutes(from), readMinutes(to)];
  return { from: begin, to: end <= begin ? end + DAY_MINUTES : end };
}

/** The moment of a wall time; one that is skipped is the end of what is skipped. */
function toMoment(date: Temporal.PlainDate, minutes: number, time_zone: string): number {
  const day = date.add({ days: Math.floor(minutes / DAY_MINUTES) });
  const wall = day.toPlainDateTime(
    Temporal.PlainTime.from({ hour: Math.floor((minutes % DAY_MINUTES) / 60), minute: minutes % 60 }),
  );
  const zoned = wall.toZonedDateTime(time_zone, { disambiguation: "earlier" });
  if (zoned.toPlainDateTime().equals(wall)) return zoned.epochMilliseconds;
  return zoned.getTimeZoneTransition("next")?.epochMilliseconds ?? zoned.epochMilliseconds;
}

/** The slots that begin from one moment until before another, in their order. */
export function findSlots(
  { calendar, time_zone, slot_minutes }: SlotRule,
  from: Date,
  to: Date,
): SlotTimes[] {
  const slot_ms = slot_minutes * MINUTE_MS;
  const toDate = (at: Date) =>
    Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(time_zone).toPlainDate();
  const last = toDate(to);
  const exceptions = new Map(calendar.exceptions.map(({ date, hours }) => [date, hours]));
  const ranges: { begin: number; end: number }[] = [];
  // Hours of the day before may go on after midnight.
  for (let date = toDate(from).subtract({ days: 1 }); Temporal.PlainDate.compare(date, last) <= 0; ) {
    const weekday = date.dayOfWeek;
    const hours = exceptions.get(date.toString()) ?? calendar.weekly.filter((one) => one.weekday === weekday);
    for (const one of hours) {
      const minutes = readHours(one);
      ranges.push({
        begin: toMoment(date, minutes.from, time_zone),
        end: toMoment(date, minutes.to, time_zone),
      });
    }
    date = date.add({ days: 1 });
  }
  ranges.sort((a, b) => a.begin - b.begin);
  const slots: SlotTimes[] = [];
  let free_from = Number.NEGATIVE_INFINITY;
  for (const { begin, end } of ranges)
    for (let at = begin; at + slot_ms <= end; at += slot_ms) {
      // Hours of an exception may reach into those of the day before.
      if (at < free_from) continue;
      free_from = at + slot_ms;
      if (at >= from.getTime() && at < to.getTime())
        slots.push({ starts_at: new Date(at), ends_at: new Date(free_from) });
    }
  return slots;
}

/** The slot that begins then; undefined where none does. */
export function findSlot(rule: SlotRule, starts_at: Date): SlotTimes | undefined {
  return findSlots(rule, starts_at, new Date(starts_at.getTime() + 1))[0];
}

/** The slot that is under way; undefined between slots and when it is closed. */
export function findCurrentSlot(rule: SlotRule, now: Date): SlotTimes | undefined {
  const from = new Date(now.getTime() - rule.slot_minutes * MINUTE_MS + 1);
  return findSlots(rule, from, new Date(now.getTime() + 1)).at(-1);
}

/** The position of hours that overlap others of the same week; -1 where none do. */
export function findOverlap(weekly: Calendar["weekly"]): number {
  const week = 7 * DAY_MINUTES;
  const spans = weekly
    .map((one, index) => {
      const { from, to } = readHours(one);
      return {
        index,
        from: (one.weekday - 1) * DAY_MINUTES + from,
        to: (one.weekday - 1) * DAY_MINUTES + to,
      };
    })
    .sort((a, b) => a.from - b.from);
  const [first] = spans;
  for (const [place, span] of spans.entries()) {
    const next = spans[place + 1];
    if (next !== undefined ? next.from < span.to : first !== undefined && first.from + week < span.to)
      return next?.index ?? span.index;
  }
  return -1;
}
