/**
 * Recurring work: one object in `src/domain/<area>/<family>/schedules/<verb-noun>.ts`.
 *
 * Its next run is a row of `due`, and at its time a job of the schedule's name is enqueued in the transaction that sets
 * the run after it. So each run is enqueued once, however many processes there are, and a run that was missed
 * while none was running is made up for once.
 */
import assert from "node:assert";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import type { JobContext } from "./job.ts";

export type Recurrence =
  | { every_s: number }
  | {
      /** `HH:MM`, in the business's time zone; UTC for the installation. */
      at: string;
      /** 1 is Monday, 7 is Sunday; every day when absent. */
      weekdays?: readonly number[];
      /** 1 to 28, so that every month has them; every day when absent. */
      days_of_month?: readonly number[];
    };

export interface ScheduleDefinition {
  is_schedule: true;
  /** Unique, `<family>.<what>`. Stored with rows and jobs, so permanent. */
  name: string;
  /** One run for the whole installation, whose transactions see every business, or one for each active business. */
  scope: "installation" | "business";
  when: Recurrence;
  /** How many times a failed run is retried; the next one comes anyway. */
  retries: number;
  /** A run longer than this, in seconds, is given to another worker. */
  expires_s: number;
  run(job: JobContext): Promise<void>;
}

export interface Schedule extends ScheduleDefinition {
  family: string;
}

export function defineSchedule(schedule: Omit<ScheduleDefinition, "is_schedule">): ScheduleDefinition {
  return { is_schedule: true, ...schedule };
}

/** Any weekday and day of the month up to the 28th fall together within this time. */
const DAYS_MAX = 366;

/** The first time of the schedule after a point in time. Times that were missed are not counted. */
export function computeNextRun(when: Recurrence, after: Date, time_zone: string): Date {
  if ("every_s" in when) return new Date(after.getTime() + when.every_s * 1000);
  const today = toLocalDate(after, time_zone);
  for (let days = 0; days <= DAYS_MAX; days += 1) {
    const date = addDays(today, days);
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
    if (when.weekdays?.includes(weekday) === false) continue;
    if (when.days_of_month?.includes(Number(date.slice(8))) === false) continue;
    const at = toInstant(date, when.at, time_zone);
    if (at > after) return at;
  }
  return assert.fail(`There is no day in a year for ${JSON.stringify(when)}.`);
}
