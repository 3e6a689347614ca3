/** The person before the door. */
import type { Problem } from "../messages.ts";
import { isFull } from "../operation-queue.ts";
import type { CompartmentRecord, Device, Input, Outcome, Visit } from "./device-state.ts";
import { open, VISIT_MS } from "./doors.ts";
import { push } from "./outbox.ts";
import { changeVisit, display, type Run, record } from "./run.ts";

/** How often the latch moves for one code, where the door stays shut. */
const OPENINGS_MAX = 3;

/** Whoever typed the code; null where somebody else may be there by now. */
export function findVisit({ memory, flash }: Device, clock: number): Visit | null {
  const visit = memory?.visit ?? null;
  if (visit === null || !Object.hasOwn(flash.compartments, visit.compartment)) return null;
  return clock < visit.until || flash.compartments[visit.compartment]!.door === "OPEN" ? visit : null;
}

/** How long no code is accepted yet, after wrong ones. */
export const measureLockout = ({ memory }: Device, clock: number): number =>
  Math.max(0, (memory?.locked_until ?? 0) - clock);

/** For the code that was accepted, whose door the sensor never saw open: a code is typed once, and latches stick. */
export const mayOpenAgain = (visit: Visit, { door, opening }: CompartmentRecord): boolean =>
  !visit.has_opened && visit.openings < OPENINGS_MAX && door === "CLOSED" && opening === null;

export function openAgain(run: Run): void {
  const visit = findVisit(run, run.clock);
  if (visit === null || !mayOpenAgain(visit, run.flash.compartments[visit.compartment]!)) {
    display(run, "visit_over");
    return;
  }
  const { compartment, use, counter, openings } = visit;
  if (isFull(run.flash.queue)) {
    display(run, "memory_full", compartment);
    return;
  }
  changeVisit(run, { openings: openings + 1, until: run.clock + VISIT_MS });
  open(run, compartment, {
    cause: use === "operator" ? "operator" : "code",
    use,
    counter,
    since: run.clock,
  });
}

export function recordStatement(run: Run, { outcome, problem }: Input & { kind: "statement" }): void {
  const visit = findVisit(run, run.clock);
  if (visit === null || visit.use === "operator") {
    display(run, "visit_over");
    return;
  }
  const { compartment, use, statements } = visit;
  const isNew = (statement: Outcome | Problem | undefined): statement is Outcome | Problem =>
    statement !== undefined && !statements.includes(statement);
  if (isNew(outcome)) record(run, `${use}_${outcome}`, compartment, { by: "person" });
  if (isNew(problem)) record(run, "problem_reported", compartment, { problem });
  changeVisit(run, { statements: [...statements, ...[outcome, problem].filter(isNew)] });
  display(run, "noted", compartment);
  push(run);
}
