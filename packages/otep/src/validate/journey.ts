/** The events of one subject as a journey: transitions, custody, and in a timeline phases and flags. */
import { TransitionCheck } from "../state-machine.ts";
import { Corroboration } from "../timeline/corroboration.ts";
import { Custody } from "../timeline/custody.ts";
import type { Entry } from "../timeline/entry.ts";
import { Journey } from "../timeline/journey.ts";
import { checkCorrections, findVoided } from "./corrections.ts";
import type { Findings } from "./findings.ts";
import type { Item } from "./item.ts";

/** `items` in the order of the timeline, each identity once. */
export function checkJourney(items: readonly Item[], is_timeline: boolean, findings: Findings): void {
  const voided = findVoided(items, is_timeline);
  if (is_timeline) checkCorrections(items, findings);
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
      transitions.next(event.status_code, code, path, event.source.provider);
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
