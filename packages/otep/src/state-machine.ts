/**
 * Which status may follow which.
 *
 * States are core codes. `held`, `delayed`, `exception` and annotations are transparent: the statuses around
 * them are compared. Any first status is allowed, because some sources know no history. The table is data,
 * `transitions` in `vocabulary.json`.
 */
import type { CoreCode } from "./codes.gen.ts";
import type { TimeType } from "./event.ts";
import type { ErrorFinding, WarningFinding } from "./finding.ts";
import { resolveCode, transitions } from "./vocabulary.ts";

/** What the check reads of an event; the events of a timeline have it. */
export interface TransitionStep {
  status_code: string;
  base?: string;
  time_type?: TimeType;
  voided_by?: string;
}

export interface TransitionReport {
  errors: ErrorFinding[];
  warnings: WarningFinding[];
}

const allowed = new Map<string, ReadonlySet<CoreCode>>(
  Object.entries(transitions.allowed).map(([from, to]) => [from, new Set(to)]),
);
const transparent = new Set<string>(transitions.transparent);

/** Does the state machine look through this core code? */
export function isTransparent(base: string): boolean {
  return transparent.has(base);
}

/** The core codes that may follow a core code, in the order of the table; none after a terminal one. */
export function allowedNext(base: CoreCode): CoreCode[] {
  return [...(allowed.get(base) ?? [])];
}

/** Does the table foresee this step? A transparent code may stand anywhere before the end. */
export function isAllowed(from: CoreCode, to: CoreCode): boolean {
  if (transparent.has(from) || transparent.has(to)) return true;
  return from === to || (allowed.get(from)?.has(to) ?? false);
}

/**
 * Check events in the order of their timeline; voided events and those that are not actual are passed over.
 *
 * A status after a terminal one is the error `transition_after_terminal`, except the same terminal status
 * again, which confirms it. A terminal status that contradicts the first is also the warning
 * `conflicting_terminal`. A step that the table does not list, and `delivered` on the way back, is the
 * warning `transition_irregular`. Paths are `<path>/<index>/status_code`.
 */
export function checkTransitions(events: readonly TransitionStep[], path = "/events"): TransitionReport {
  const errors: ErrorFinding[] = [];
  const warnings: WarningFinding[] = [];
  let from: CoreCode | undefined;
  let ended = false;
  let returning = false;
  for (let index = 0; index < events.length; index++) {
    const event = events[index]!;
    if (event.voided_by !== undefined || (event.time_type ?? "actual") !== "actual") continue;
    const { base, effect, terminal } = resolveCode(event.status_code, event.base);
    if (effect !== "status" || transparent.has(base)) continue;
    const at = `${path}/${index}/status_code`;
    if (ended) {
      if (base === from) continue;
      errors.push({
        path: at,
        code: "transition_after_terminal",
        message: `${event.status_code} comes after ${from}, which ended the journey.`,
      });
      if (terminal) {
        warnings.push({
          path: at,
          code: "conflicting_terminal",
          message: `${event.status_code} contradicts ${from}; the earlier one counts.`,
        });
      }
      continue;
    }
    if (from !== undefined && !isAllowed(from, base)) {
      warnings.push({
        path: at,
        code: "transition_irregular",
        message: `${base} does not usually follow ${from}.`,
      });
    } else if (returning && base === "delivered") {
      warnings.push({
        path: at,
        code: "transition_irregular",
        message: "A shipment on its way back ends with returned, not with delivered.",
      });
    }
    if (base === "returning") returning = true;
    from = base;
    ended = terminal;
  }
  return { errors, warnings };
}
