/** The events that a provider sent, before anything is stored. */

import type { ActorPartner } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { epcisPath, readEpcis } from "#otep/epcis/read.ts";
import type { EpcisResult } from "#otep/epcis/reading.ts";
import type { SourceType, StoredEvent } from "#otep/event.ts";
import { computeFingerprint, toUuid } from "#otep/fingerprint.ts";
import { type NormaliseContext, normaliseEvent } from "#otep/normalise.ts";
import { BODY_LIMITS, readBody } from "#otep/read/body.ts";
import { readLines } from "#otep/read/lines.ts";
import { normaliseBody, readEnvelope } from "#otep/read/normalise.ts";
import { locateMember } from "#otep/read/raw.ts";
import { judgeSentEvents } from "#otep/validate.ts";
import { messages, notes } from "../messages.ts";
import { toDetail } from "../note-detail.ts";

export interface Note {
  path: string;
  code: string;
  message: string;
}

export interface ParsedEvent {
  /** JSON Pointer into the request body. */
  index: number;
  /** Pointer of a member of the event where the sender wrote it: `at("/subject")`. */
  at(member: string): string;
  /** Undefined if there are errors. */
  event: StoredEvent | undefined;
  errors: Note[];
  warnings: Note[];
}

const { events: EVENTS_MAX } = BODY_LIMITS.ingest;

/** Source and time of the request, which every event inherits. */
export function chooseOrigin(
  { now }: Pick<Context, "now">,
  { code, source_types }: ActorPartner,
): NormaliseContext {
  return { now: now.getTime(), provider: code, source_type: source_types[0] as SourceType };
}

/** Events of a native body: a timeline, one event, `{events}`, a list, CloudEvents, or text with one event per line. */
export function parseNativeEvents(document: unknown, origin: NormaliseContext): ParsedEvent[] {
  const body =
    typeof document === "string"
      ? readLines(document, { events_max: EVENTS_MAX })
      : readBody(document, { events_max: EVENTS_MAX });
  refuseRequest(body.errors);
  const around = readEnvelope(body);
  refuseRequest(around.errors);
  if (body.events.length === 0)
    refuseRequest([{ path: "", code: "missing_field", message: notes.no_event.en }]);
  const read = normaliseBody(body, around, origin);
  return judgeParsed(
    read.map(({ event, errors, warnings }, index) => ({
      index,
      at: (member) => locateMember(body.events[index] ?? { path: "" }, member),
      event: event && demoteFutureEvents(event, warnings),
      errors,
      warnings,
    })),
    body.events.map(({ value }) => value),
  );
}

/**
 * Adds what the validator says of the events together, as warnings: what one event contradicts is stored too, because
 * others may have told what is wrong.
 */
function judgeParsed(parsed: ParsedEvent[], raws: readonly unknown[]): ParsedEvent[] {
  const raw_events = parsed.map(({ event }, index) => ({ event, raw: raws[index] }));
  for (const { index, member, code, message } of judgeSentEvents(raw_events)) {
    const of = parsed[index];
    // Identities are compared with the stored events as well: `duplicate` and `event_id_conflict` of the result.
    if (of === undefined || code === "duplicate_event" || code === "event_id_conflict") continue;
    of.warnings.push({ path: of.at(member), code, message });
  }
  return parsed;
}

/** Events of an EPCIS document. One EPCIS event may give several here; each result has the path of the EPCIS event. */
export function parseEpcisEvents(
  document: unknown,
  origin: NormaliseContext,
  { tracking_url, namespace }: { tracking_url: string; namespace: string },
): { parsedEvents: ParsedEvent[]; unmapped: EpcisResult["unmapped"] } {
  const reading = readEpcis(document, { tracking_url, namespace, events_max: EVENTS_MAX });
  refuseRequest(reading.errors);
  if (reading.items.length === 0)
    refuseRequest([{ path: "", code: "missing_field", message: notes.no_event.en }]);
  if (reading.items.length > EVENTS_MAX) refuseRequest([buildTooManyError(reading.items.length)]);
  const parsed_events = reading.items.flatMap((item): ParsedEvent[] => {
    const { index, path, inputs, errors } = item;
    const at = (member: string) => epcisPath(member, item);
    if (inputs.length === 0) {
      const eventErrors =
        errors.length > 0 ? errors : [{ path, code: "missing_field", message: notes.no_event_within.en }];
      return [{ index, at, event: undefined, errors: eventErrors, warnings: [] }];
    }
    return inputs.map((input) => {
      const read = normaliseEvent(input, origin);
      const placed = (note: Note) => ({ ...note, path: at(note.path) });
      return {
        index,
        at,
        event: errors.length > 0 ? undefined : read.event && demoteFutureEvents(read.event, read.warnings),
        errors: [...errors, ...read.errors.map(placed)],
        warnings: read.warnings.map(placed),
      };
    });
  });
  if (parsed_events.length > EVENTS_MAX) refuseRequest([buildTooManyError(parsed_events.length)]);
  return { parsedEvents: judgeParsed(parsed_events, []), unmapped: reading.unmapped };
}

/**
 * What has not happened is a plan: an actual event more than 15 minutes ahead is stored as `planned`, so that it never is
 * the current status. Sent again after it has happened, it is another event.
 */
function demoteFutureEvents(event: StoredEvent, warnings: readonly Note[]): StoredEvent {
  if (!warnings.some(({ code }) => code === "future_event")) return event;
  const plan: StoredEvent = { ...event, time_type: "planned" };
  const fingerprint = computeFingerprint(plan);
  const is_made = event.event_id === toUuid(event.fingerprint);
  return { ...plan, fingerprint, event_id: is_made ? toUuid(fingerprint) : event.event_id };
}

function buildTooManyError(count: number): Note {
  return {
    path: "",
    code: "too_many_events",
    message: notes.too_many_events.with({ most: EVENTS_MAX, count }).en,
  };
}

/** The end of a shipment of several parcels counts for the parcel that bears its number. */
export function buildOneParcelNote(at: (member: string) => string, parcels: number): Note {
  return {
    path: at("/subject"),
    code: "counts_for_one_parcel",
    message: notes.one_parcel.with({ parcels }).en,
  };
}

/** No event of the request can be read. */
function refuseRequest(errors: readonly Note[]): void {
  const [first] = errors;
  if (first === undefined) return;
  if (errors.some(({ code }) => code === "too_many_events")) {
    throw new Refusal("payload_too_large", "too_large", {
      message: toDetail(first).message,
      errors: errors.map(toDetail),
    });
  }
  throw new Refusal("invalid_request", "invalid", {
    message: messages.no_readable_event,
    errors: errors.map(toDetail),
  });
}
