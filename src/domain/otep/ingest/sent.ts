/** What a provider sent, event by event, before anything is stored. */

import type { ActorProvider } from "#operation/actor.ts";
import type { Context } from "#operation/context.ts";
import { Refusal } from "#operation/refusal.ts";
import { epcisPath, readEpcis } from "#otep/epcis/read.ts";
import type { EpcisReading } from "#otep/epcis/reading.ts";
import type { SourceType, StoredEvent } from "#otep/event.ts";
import { fingerprintOf, uuidOf } from "#otep/fingerprint.ts";
import { type NormaliseContext, normaliseEvent } from "#otep/normalise.ts";
import { BODY_LIMITS, readBody } from "#otep/read/body.ts";
import { readLines } from "#otep/read/lines.ts";
import { normaliseBody, readAround } from "#otep/read/normalise.ts";

export interface Note {
  path: string;
  code: string;
  message: string;
}

export interface Sent {
  /** Place in what was sent. */
  index: number;
  /** Where a member of the event stands in what was sent: `at("/subject")`. */
  at(member: string): string;
  /** Undefined when there are errors. */
  event: StoredEvent | undefined;
  errors: Note[];
  warnings: Note[];
}

const { events: EVENTS_MAX } = BODY_LIMITS.ingest;

/** Who tells, and when: what every event of the request inherits. */
export function originOf(
  { now }: Pick<Context, "now">,
  { code, source_types }: ActorProvider,
): NormaliseContext {
  return { now: now.getTime(), provider: code, source_type: source_types[0] as SourceType };
}

/** Events of a native body: a timeline, one event, `{events}`, a list, CloudEvents, or text with one a line. */
export function readNative(document: unknown, origin: NormaliseContext): Sent[] {
  const body =
    typeof document === "string"
      ? readLines(document, { events_max: EVENTS_MAX })
      : readBody(document, { events_max: EVENTS_MAX });
  refuseWhole(body.errors);
  const around = readAround(body);
  refuseWhole(around.errors);
  if (body.events.length === 0)
    refuseWhole([{ path: "", code: "missing_field", message: "There is no event." }]);
  const read = normaliseBody(body, around, origin);
  return read.map(({ event, errors, warnings }, index) => ({
    index,
    at: (member) => `${body.events[index]?.path ?? ""}${member}`,
    event: event && asItCounts(event, warnings),
    errors,
    warnings,
  }));
}

/**
 * Events of an EPCIS document. One event there may be several here; each is answered with the place of the one that
 * it came from.
 */
export function readEpcisDocument(
  document: unknown,
  origin: NormaliseContext,
  { tracking_url, namespace }: { tracking_url: string; namespace: string },
): { sent: Sent[]; unmapped: EpcisReading["unmapped"] } {
  const reading = readEpcis(document, { tracking_url, namespace, events_max: EVENTS_MAX });
  refuseWhole(reading.errors);
  if (reading.items.length === 0)
    refuseWhole([{ path: "", code: "missing_field", message: "There is no event." }]);
  if (reading.items.length > EVENTS_MAX) refuseWhole([tooMany(reading.items.length)]);
  const sent = reading.items.flatMap((item): Sent[] => {
    const { index, path, inputs, errors } = item;
    const at = (member: string) => epcisPath(member, item);
    if (inputs.length === 0) {
      const said =
        errors.length > 0 ? errors : [{ path, code: "missing_field", message: "It says no event." }];
      return [{ index, at, event: undefined, errors: said, warnings: [] }];
    }
    return inputs.map((input) => {
      const read = normaliseEvent(input, origin);
      const placed = (note: Note) => ({ ...note, path: at(note.path) });
      return {
        index,
        at,
        event: errors.length > 0 ? undefined : read.event && asItCounts(read.event, read.warnings),
        errors: [...errors, ...read.errors.map(placed)],
        warnings: read.warnings.map(placed),
      };
    });
  });
  if (sent.length > EVENTS_MAX) refuseWhole([tooMany(sent.length)]);
  return { sent, unmapped: reading.unmapped };
}

/**
 * What has not happened is a plan, whatever it says: an actual event of more than a day ahead is kept as `planned`, so
 * that it never is the status. Told again when it has happened, it is another event.
 */
function asItCounts(event: StoredEvent, warnings: readonly Note[]): StoredEvent {
  if (!warnings.some(({ code }) => code === "future_event")) return event;
  const plan: StoredEvent = { ...event, time_type: "planned" };
  const fingerprint = fingerprintOf(plan);
  const is_made = event.event_id === uuidOf(event.fingerprint);
  return { ...plan, fingerprint, event_id: is_made ? uuidOf(fingerprint) : event.event_id };
}

function tooMany(count: number): Note {
  return {
    path: "",
    code: "too_many_events",
    message: `At most ${EVENTS_MAX} events; these are ${count}.`,
  };
}

/** Nothing of the request can be read. */
function refuseWhole(errors: readonly Note[]): void {
  const [first] = errors;
  if (first === undefined) return;
  if (errors.some(({ code }) => code === "too_many_events")) {
    throw new Refusal("payload_too_large", "too_large", { message: first.message, errors: [...errors] });
  }
  throw new Refusal("invalid_request", "invalid", {
    message: "Nothing of the document can be read.",
    errors: [...errors],
  });
}
