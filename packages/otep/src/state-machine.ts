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
import { type CodeEntry, resolveCode, transitions } from "./vocabulary.ts";

/** What the check reads of an event; the events of a timeline have it. */
export interface TransitionStep {
  status_code: string;
  base?: string;
  time_type?: TimeType;
  voided_by?: string;
  source?: { provider?: string };
}

export interface TransitionReport {
  errors: ErrorFinding[];
  warnings: WarningFinding[];
}

const allowed = new Map<string, ReadonlySet<CoreCode>>(
  Object.entries(transitions.allowed).map(([from, to]) => [from, new Set(to)]),
);
const transparent = new Set<string>(transitions.transparent);

/** Is this core code transparent to the state machine? */
export function isTransparent(base: string): boolean {
  return transparent.has(base);
}

/** The core codes that may follow a core code, in the order of the table; none after a terminal one. */
export function allowedNext(base: CoreCode): CoreCode[] {
  return [...(allowed.get(base) ?? [])];
}

/** Statuses before the goods were taken over. */
const beforePickup = new Set<CoreCode>([
  "created",
  "confirmed",
  "ready",
  "pickup_scheduled",
  "out_for_pickup",
  "pickup_failed",
]);

/**
 * Is this status passed over? Who enters or confirms a shipment after another provider has reported it does not say
 * where the goods are: `created` by another provider than the one that told the status before, and `confirmed` so once
 * the goods have been taken over. `from` is that status, seen through transparent ones where there is another.
 */
export function isPassedOver(from: StatusOfProvider | undefined, to: StatusOfProvider): boolean {
  if (from === undefined || from.provider === to.provider) return false;
  if (to.base === "created") return from.base !== "created";
  return to.base === "confirmed" && !beforePickup.has(from.base) && !transparent.has(from.base);
}

export interface StatusOfProvider {
  base: CoreCode;
  provider: string | undefined;
}

/** Does the table allow this transition? A transparent code may occur anywhere before the end. */
export function isAllowed(from: CoreCode, to: CoreCode): boolean {
  if (transparent.has(from) || transparent.has(to)) return true;
  return from === to || (allowed.get(from)?.has(to) ?? false);
}

/**
 * Check events in the order of their timeline; voided events and those that are not actual are skipped.
 *
 * A status after a terminal one is the error `transition_after_terminal`, except the same terminal status
 * again, which confirms it. A terminal status that contradicts the first is also the warning
 * `conflicting_terminal`. A step that the table does not list, and `delivered` on the way back, is the warning
 * `transition_irregular`; a status that is passed over is skipped. Paths are
 * `<path>/<index>/status_code`.
 */
export function checkTransitions(events: readonly TransitionStep[], path = "/events"): TransitionReport {
  const check = new TransitionCheck();
  for (let index = 0; index < events.length; index++) {
    const { status_code, base, time_type, voided_by, source } = events[index]!;
    if (voided_by !== undefined || (time_type ?? "actual") !== "actual") continue;
    check.next(status_code, resolveCode(status_code, base), `${path}/${index}/status_code`, source?.provider);
  }
  return { errors: check.errors, warnings: check.warnings };
}

/** The same, one event at a time; call in the order of the timeline for actual events that are not voided. */
export class TransitionCheck {
  readonly errors: ErrorFinding[] = [];
  readonly warnings: WarningFinding[] = [];
  #from: CoreCode | undefined;
  /** The status of `#from` with its provider; while there is none, the latest transparent one. */
  #before: StatusOfProvider | undefined;
  #ended = false;
  #returning = false;

  /** `path` is that of the status code in what was posted. */
  next(
    status_code: string,
    { base, effect, terminal }: CodeEntry,
    path: string,
    provider: string | undefined,
  ): void {
    if (effect !== "status") return;
    const from = this.#from;
    if (transparent.has(base)) {
      if (from === undefined) this.#before = { base, provider };
      return;
    }
    if (this.#ended) {
      if (base !== from) this.#afterEnd(status_code, terminal, path);
      return;
    }
    if (isPassedOver(this.#before, { base, provider })) return;
    if (from !== undefined && !isAllowed(from, base)) {
      this.#warn(path, "transition_irregular", `${base} does not usually follow ${from}.`);
    } else if (this.#returning && base === "delivered") {
      this.#warn(
        path,
        "transition_irregular",
        "A shipment on its way back ends with returned, not with delivered.",
      );
    }
    if (base === "returning") this.#returning = true;
    this.#from = base;
    this.#before = { base, provider };
    this.#ended = terminal;
  }

  #afterEnd(status_code: string, terminal: boolean, path: string): void {
    this.errors.push({
      path,
      code: "transition_after_terminal",
      message: `${status_code} comes after ${this.#from}, which ended the journey.`,
    });
    if (!terminal) return;
    const message = `${status_code} contradicts ${this.#from}; the earlier one counts.`;
    this.#warn(path, "conflicting_terminal", message);
  }

  #warn(path: string, code: WarningFinding["code"], message: string): void {
    this.warnings.push({ path, code, message });
  }
}
