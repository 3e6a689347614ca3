/** What is answered of each event, and of all of them. */
import { Refusal } from "#operation/refusal.ts";
import type { Outcome } from "../shapes.ts";
import type { Note, Sent } from "./sent.ts";

export interface Ingested {
  result: boolean;
  accepted: number;
  duplicates: number;
  rejected: number;
  warnings: number;
  results: Outcome[];
}

export function outcomeOf({ index, event, errors, warnings }: Sent): Outcome {
  return {
    index,
    event_id: event?.event_id ?? null,
    status: event === undefined ? "rejected" : "accepted",
    status_code: event?.status_code ?? null,
    revision: null,
    errors: [...errors],
    warnings: [...warnings],
  };
}

export function reject(outcome: Outcome, note: Note): void {
  outcome.status = "rejected";
  outcome.errors.push(note);
}

export function conflict({ at }: Sent): Note {
  return {
    path: at("/event_id"),
    code: "event_id_conflict",
    message: "This provider told something else under this id before.",
  };
}

export function refuseRollback(outcomes: readonly Outcome[], all_or_nothing: boolean): void {
  if (!all_or_nothing || !outcomes.some(({ status }) => status === "rejected")) return;
  const results = outcomes.map((outcome) =>
    outcome.status === "rejected" ? outcome : { ...outcome, status: "rolled_back" as const, revision: null },
  );
  throw rejectedRefusal(results, "An event was rejected, so none was stored.");
}

export function answerOf(results: Outcome[]): Ingested {
  const counted = countsOf(results);
  if (counted.rejected === results.length) throw rejectedRefusal(results, "Every event was rejected.");
  return { result: true, ...counted, results };
}

function countsOf(results: readonly Outcome[]) {
  const count = (...words: Outcome["status"][]) =>
    results.filter(({ status }) => words.includes(status)).length;
  return {
    accepted: count("accepted"),
    duplicates: count("duplicate", "unchanged"),
    rejected: count("rejected"),
    warnings: results.reduce((sum, { warnings }) => sum + warnings.length, 0),
  };
}

function rejectedRefusal(results: readonly Outcome[], message: string): Refusal {
  return new Refusal("invalid_request", "invalid", {
    message,
    extra: { ...countsOf(results), results },
    errors: results.flatMap(({ errors }) => errors).slice(0, 100),
  });
}
