/**
 * Measures the difference between this machine's clock and PostgreSQL's. Both write timestamps: an expiry set by
 * one clock may come late by the other, and a valid signed request may be refused.
 */
import type pg from "pg";
import { systemDb } from "./db.ts";

export const SKEW_WARNING_S = 2;
const INTERVAL_MS = 60_000;

export interface Clock {
  /** PostgreSQL's clock minus ours, seconds, at the last measurement; undefined before the first. */
  skew(): number | undefined;
  measure(): Promise<void>;
  stop(): void;
}

export function watchClock(
  system: pg.Pool,
  warn: (skew_s: number) => void,
  now: () => number = Date.now,
): Clock {
  let skew_s: number | undefined;
  const measure = async () => {
    const before = now();
    const row = await systemDb(system).row<{ at: number }>(
      "select extract(epoch from clock_timestamp())::float8 as at",
    );
    if (row === undefined) return;
    const after = now();
    skew_s = row.at - (before + after) / 2000;
    // The reply may have been in transit for all of that time.
    if (Math.abs(skew_s) > SKEW_WARNING_S + (after - before) / 2000) warn(skew_s);
  };
  // While the database is unreachable there is nothing to compare with, and other code reports that.
  const timer = setInterval(() => void measure().catch(() => {}), INTERVAL_MS);
  timer.unref();
  return { skew: () => skew_s, measure, stop: () => clearInterval(timer) };
}
