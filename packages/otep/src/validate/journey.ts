/** The events of one subject as a journey: transitions, custody, and in a timeline phases and flags. */
import { TransitionCheck } from "../state-machine.ts";
import { Custody } from "../timeline/custody.ts";
import { Journey } from "../timeline/journey.ts";
import { checkCorrections, voidedOf } from "./corrections.ts";
import type { Findings } from "./findings.ts";
import type { Item } from "./item.ts";

/** `items` in the order of the timeline, each identity once. */
export function checkJourney(items: readonly Item[], is_timeline: boolean, findings: Findings): void {
  const voided = voidedOf(items, is_timeline);
  if (is_timeline) checkCorrections(items, findings);
  const journey = new Journey();
  const transitions = new TransitionCheck();
  const custody = new Custody();
  for (const item of items) {
    const { event, code, path, raw } = item;
    journey.next(event, code, voided.has(item));
    // A status after the end that says so is no contradiction: the document knows that it changes nothing.
    if (journey.counts && raw.after_terminal !== true) transitions.next(event.status_code, code, path);
    if (journey.moves && typeof raw.corroborates !== "string") {
      const gap = custody.next({ event, code, occurred_ms: item.occurred_ms, voided_by: undefined });
      if (gap !== undefined) {
        findings.warn(path, "custody_gap", "The goods changed hands without either side saying so.");
      }
    }
    if (is_timeline) checkPlace(item, journey, findings);
  }
  findings.take(transitions);
}

/** What a timeline says of an event's place in it. */
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
