/** The result of each event, and of the whole request. */
import { Refusal } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { messages, notes } from "../messages.ts";
import { toDetail } from "../note-detail.ts";
import type { Outcome } from "../shapes.ts";
import type { Note, ParsedEvent } from "./parsed-events.ts";

export interface IngestResponse {
  result: boolean;
  accepted: number;
  duplicates: number;
  rejected: number;
  warnings: number;
  results: Outcome[];
}

export function buildOutcome({ index, event, errors, warnings }: ParsedEvent): Outcome {
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

export function buildConflict({ at }: ParsedEvent): Note {
  return {
    path: at("/event_id"),
    code: "event_id_conflict",
    message: notes.other_event_with_id.en,
  };
}

export function refuseRollback(outcomes: readonly Outcome[], all_or_nothing: boolean): void {
  if (!all_or_nothing || !outcomes.some(({ status }) => status === "rejected")) return;
  const results = outcomes.map((outcome) =>
    outcome.status === "rejected" ? outcome : { ...outcome, status: "rolled_back" as const, revision: null },
  );
  throw buildRejectedRefusal(results, messages.none_stored);
}

export function buildAnswer(results: Outcome[]): IngestResponse {
  const counted = countOutcomes(results);
  if (counted.rejected === results.length) throw buildRejectedRefusal(results, messages.all_rejected);
  return { result: true, ...counted, results };
}

function countOutcomes(results: readonly Outcome[]) {
  const count = (...words: Outcome["status"][]) =>
    results.filter(({ status }) => words.includes(status)).length;
  return {
    accepted: count("accepted"),
    duplicates: count("duplicate", "unchanged"),
    rejected: count("rejected"),
    warnings: results.reduce((sum, { warnings }) => sum + warnings.length, 0),
  };
}

function buildRejectedRefusal(results: readonly Outcome[], message: Message): Refusal {
  return new Refusal("invalid_request", "invalid", {
    message,
    extra: { ...countOutcomes(results), results },
    errors: results.flatMap(({ errors }) => errors.map(toDetail)).slice(0, 100),
  });
}
