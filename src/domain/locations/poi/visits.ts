/**
 * What observed positions say of a visit. Nothing is assumed: driving past is no visit, and where nothing was heard for some time, the
 * times of the visit are not known. Pure.
 */

/** A longer silence hides an exit, seconds. */
const SILENCE_MAX_S = 600;

export interface OpenVisit {
  status: "pending" | "inside";
  /** Epoch milliseconds. */
  arrived_ms: number;
  last_inside_ms: number;
  has_gap: boolean;
}

export interface Observation {
  at_ms: number;
  where: "inside" | "outside" | "unsure";
}

export type VisitStep =
  | { kind: "none"; visit: OpenVisit | null }
  | { kind: "entered"; visit: OpenVisit }
  | { kind: "passed"; visit: null }
  | { kind: "left"; visit: null; departed_ms: number; has_gap: boolean };

/** The visit after an observation that is later than all before. */
export function observe(visit: OpenVisit | null, { at_ms, where }: Observation, dwell_s: number): VisitStep {
  if (where === "unsure") return { kind: "none", visit };
  if (visit === null) {
    if (where === "outside") return { kind: "none", visit };
    const arrived = { status: "pending" as const, arrived_ms: at_ms, last_inside_ms: at_ms, has_gap: false };
    return { kind: "none", visit: arrived };
  }
  const is_silent = at_ms - visit.last_inside_ms > SILENCE_MAX_S * 1000;
  if (visit.status === "pending") {
    if (where === "outside") return { kind: "passed", visit: null };
    if (is_silent) return { kind: "none", visit: { ...visit, arrived_ms: at_ms, last_inside_ms: at_ms } };
    const longer = { ...visit, last_inside_ms: at_ms };
    const is_long_enough = at_ms - visit.arrived_ms >= dwell_s * 1000;
    return is_long_enough
      ? { kind: "entered", visit: { ...longer, status: "inside" } }
      : { kind: "none", visit: longer };
  }
  const has_gap = visit.has_gap || is_silent;
  if (where === "inside") return { kind: "none", visit: { ...visit, last_inside_ms: at_ms, has_gap } };
  return { kind: "left", visit: null, departed_ms: visit.last_inside_ms, has_gap };
}

/** Shorter and longer stays are no service at a stop, seconds. */
const SERVICE_MIN_S = 30;
const SERVICE_MAX_S = 4 * 3600;

/** How long a visit took; null where that is not known, or it was no service. */
export function computeServiceTime({
  arrived_ms,
  departed_ms,
  has_gap,
}: {
  arrived_ms: number;
  departed_ms: number;
  has_gap: boolean;
}): number | null {
  const seconds = Math.round((departed_ms - arrived_ms) / 1000);
  return has_gap || seconds < SERVICE_MIN_S || seconds > SERVICE_MAX_S ? null : seconds;
}
