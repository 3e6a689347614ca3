/** The number of events of a document that each output format would lose. */
import type { Subject } from "../event.ts";
import { canonicalInstant, parseInstant } from "../instant.ts";
import type { Fields } from "../normalise/read.ts";
import { identify } from "../normalise.ts";
import { projections } from "../projections.ts";
import type { Body } from "../read/body.ts";
import { Journey } from "../timeline/journey.ts";
import { mergeTimeline, type Timeline, type TimelineEvent } from "../timeline.ts";
import { type Item, isVoided, orderItems } from "./item.ts";

/** Per format, events that it could not express. */
export type Losses = Record<string, number>;

/** Every format is run, so larger documents are not measured. */
export const LOSSES_EVENTS_MAX = 1000;

/** Only of conformant documents: projections read events in normal form. */
export function computeLosses(body: Body, items: readonly Item[]): Losses {
  const losses: Losses = {};
  for (const { event } of items) identify(event);
  const timelines = body.kind === "timeline" ? [asPosted(body.document!, items)] : merged(items);
  for (const { format, project } of projections) {
    losses[format] = 0;
    for (const timeline of timelines) {
      losses[format] += project(timeline, { public_url: "https://otep.dev/" }).loss;
    }
  }
  return losses;
}

function merged(items: readonly Item[]): Timeline[] {
  const bySubject = Map.groupBy(items, ({ event }) => `${event.subject.scheme} ${event.subject.id}`);
  return [...bySubject.values()].map((group) => {
    const events = group.map(({ event }) => event);
    return mergeTimeline(events, { subject: events[0]!.subject });
  });
}

/**
 * A posted timeline as given: a public one was merged from more than it shows, so merging it again could give
 * another order, other voided events and another estimate.
 */
function asPosted(document: Fields, items: readonly Item[]): Timeline {
  const merged = mergeTimeline(
    items.map(({ event }) => event),
    { subject: items[0]?.event.subject ?? NOTHING },
  );
  const journey = new Journey();
  const events = orderItems([...items]).map((item, index) => {
    const { event, code, raw } = item;
    journey.next(event, code, isVoided(item));
    const placed: TimelineEvent = { ...event, sequence: index + 1, base: code.base, phase: journey.phase };
    if (isText(raw.voided_by)) placed.voided_by = raw.voided_by;
    if (isText(raw.corroborates)) placed.corroborates = raw.corroborates;
    if (raw.after_terminal === true) placed.after_terminal = true;
    return placed;
  });
  const { status, direction, delivered, profile } = journey;
  const { eta, ...rest } = merged;
  const posted: Timeline = { ...rest, status, direction, delivered, profile, events };
  if (isText(document.eta)) posted.eta = canonicalInstant(document.eta, parseInstant(document.eta));
  return posted;
}

const NOTHING: Subject = { id: "none", scheme: "tracking_number", type: "shipment" };

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
