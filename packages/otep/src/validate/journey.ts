/** The events of one subject as a journey: transitions, custody, and in a timeline phases and flags. */
import { locateMember } from "../read/raw.ts";
import { TransitionCheck } from "../state-machine.ts";
import { Corroboration } from "../timeline/corroboration.ts";
import { Custody } from "../timeline/custody.ts";
import type { Entry } from "../timeline/entry.ts";
import { Journey } from "../timeline/journey.ts";
import { checkCorrections, findVoided } from "./corrections.ts";
import type { Findings } from "./findings.ts";
import type { Item } from "./item.ts";

/** Loose events, a timeline, or the part of a timeline that is of one profile. */
export type JourneyKind = "loose" | "timeline" | "part";

/** `items` in the order of the timeline, each identity once. */
export function checkJourney(items: readonly Item[], kind: JourneyKind, findings: Findings): void {
  const is_timeline = kind !== "loose";
  const voided = findVoided(items, is_timeline);
  if (is_timeline) checkCorrections(items, kind === "part", findings);
  // What stands between the events of one profile is not known.
  if (kind === "part") {
    checkOwnPhases(items, findings);
    return;
  }
  const journey = new Journey();
  const transitions = new TransitionCheck();
  const custody = new Custody();
  // A timeline marks reports of the same thing itself; for loose events the merge would detect them.
  const reports = is_timeline ? undefined : new Corroboration();
  for (const item of items) {
    const { event, code, path, raw } = item;
    const entry: Entry = { event, code, occurred_ms: item.occurred_ms, voided_by: undefined };
    journey.next(event, code, voided.has(item));
    // A status after the end that is marked as such is not a contradiction: the document shows that it changes
    // nothing.
    if (journey.counts && raw.after_terminal !== true) {
      transitions.next(event.status_code, code, locateMember(item, "/status_code"), event.source.provider);
    }
    const is_status = journey.counts && code.effect === "status";
    const corroborates = is_status ? reports?.find(entry) : undefined;
    if (journey.moves && corroborates === undefined && typeof raw.corroborates !== "string") {
      const gap = custody.next(entry);
      if (gap !== undefined) {
        findings.warn(path, "custody_gap", "Custody changed without an event of either party.");
      }
    }
    if (is_timeline) checkPlace(item, journey, findings);
  }
  findings.take(transitions);
}

/** Checks the members that a timeline adds to an event. */
function checkPlace({ raw, path }: Item, journey: Journey, findings: Findings): void {
  if (raw.phase !== undefined && raw.phase !== journey.phase) {
    findings.error(`${path}/phase`, "phase_mismatch", `The phase here is ${journey.phase}.`);
  }
  if (
    raw.after_terminal !== undefined &&
    raw.after_terminal !== null &&
    raw.after_terminal !== journey.late
  ) {
    findings.error(
      `${path}/after_terminal`,
      "status_mismatch",
      journey.late ? "The journey had ended." : "No status had ended the journey.",
    );
  }
}

/** Phases that do not depend on the events before. */
function checkOwnPhases(items: readonly Item[], findings: Findings): void {
  for (const { raw, code, path } of items) {
    if (code.phase !== null && raw.phase !== undefined && raw.phase !== code.phase)
      findings.error(`${path}/phase`, "phase_mismatch", `The phase of this code is ${code.phase}.`);
  }
}
