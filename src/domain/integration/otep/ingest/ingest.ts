/**
 * Write a partner's events into timelines, and apply them to their subjects: one transaction, with a fixed number of statements
 * whatever the number of events.
 *
 * All subjects are looked up together and locked, by type and then in id order, their events read and the new ones inserted
 * together; then timelines are merged and subjects updated. Concurrent requests with the same events wait for the subject's
 * lock and then find them stored.
 */
import {
  buildTimeline,
  findFirstParcelEnd,
  listTrackingSubjects,
  loadEventsByNumber,
  storeTrackingEvents,
  type TimelineChange,
} from "#domain/tracking/tracking/public.ts";
import type { ActorPartner } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { StoredEvent } from "#otep/event.ts";
import type { Timeline } from "#otep/timeline.ts";
import type { Outcome } from "../shapes.ts";
import { buildKnown, decide, placeEvent } from "./decide.ts";
import { emitIngested, type PlacedEvent } from "./log.ts";
import {
  buildAnswer,
  buildConflict,
  buildOutcome,
  type IngestResponse,
  refuseRollback,
  reject,
} from "./outcomes.ts";
import { buildOneParcelNote, type ParsedEvent } from "./parsed-events.ts";
import { isInScope } from "./scope.ts";
import { buildSubjectKey, resolveTargets } from "./subjects.ts";

export async function ingest(
  context: Context<never>,
  sent: readonly ParsedEvent[],
  all_or_nothing: boolean,
  partner: ActorPartner = getPartner(context),
): Promise<IngestResponse> {
  const outcomes = sent.map(buildOutcome);
  const placements = await resolvePlacements(context, partner, sent, outcomes);
  refuseRollback(outcomes, all_or_nothing);

  const locked = await lockSubjects(context, placements);
  const numbers = [...new Set(placements.map(({ target }) => target.number))];
  const stored = await loadEventsByNumber(context, numbers);

  const fresh = decideAll(placements, stored, partner.code);
  await insertEvents(context, fresh);
  refuseRollback(outcomes, all_or_nothing);

  const accepted = fresh.filter(({ outcome }) => outcome.status === "accepted");
  const timelines = mergeTimelines(placements, accepted, stored);
  for (const { outcome, target } of placements) {
    if (outcome.status !== "rejected") outcome.revision = timelines.get(target.number)?.revision ?? null;
  }
  await applyToSubjects(locked, accepted, timelines);
  emitIngested(context, partner, accepted, timelines);
  return buildAnswer(outcomes);
}

export function getPartner({ actor }: Pick<Context, "actor">): ActorPartner {
  if (!actor.partner) throw new Error("Ingest is for partners.");
  return actor.partner;
}

/** Scope and subject of every event. An unknown subject and one of another business get the same text. */
async function resolvePlacements(
  context: Context<never>,
  partner: ActorPartner,
  sent: readonly ParsedEvent[],
  outcomes: readonly Outcome[],
): Promise<PlacedEvent[]> {
  const good = sent.flatMap((one, index) =>
    one.event === undefined ? [] : [{ sent: one, event: one.event, index }],
  );
  const within = good.filter(({ sent: { at }, event, index }) => {
    if (partner.source_types.includes(event.source.type)) return true;
    reject(outcomes[index] as Outcome, {
      path: at("/source/type"),
      code: "scope_denied",
      message: `This key tells of ${partner.source_types.join(", ")}.`,
    });
    return false;
  });
  if (good.length > 0 && within.length === 0) {
    throw new Refusal("scope_denied", "forbidden", {
      message: `This key tells of ${partner.source_types.join(", ")} only.`,
    });
  }
  const served = within.filter(({ event }) => isInScope(partner.subject_patterns, event.subject));
  const targets = await resolveTargets(
    context,
    served.map(({ event }) => event.subject),
  );
  return within.flatMap(({ sent: one, event, index }) => {
    const outcome = outcomes[index] as Outcome;
    const target = isInScope(partner.subject_patterns, event.subject)
      ? targets.get(buildSubjectKey(event.subject))
      : undefined;
    if (target === undefined) {
      reject(outcome, {
        path: one.at("/subject"),
        code: "subject_not_found",
        message: "There is no such subject in the scope of this provider.",
      });
      return [];
    }
    const at_place = placeEvent(event, target);
    outcome.event_id = at_place.event_id;
    const end = findFirstParcelEnd(event, target);
    if (end !== null && target.bearer !== null)
      outcome.warnings.push(buildOneParcelNote(one.at, target.bearer.parcels));
    return [{ sent: one, event: at_place, target, end, outcome }];
  });
}

type Apply = (changes: readonly TimelineChange[]) => Promise<void>;

/** Locks the subjects of all events, type by type in the registry's order, so that concurrent requests do not deadlock. */
async function lockSubjects(
  context: Context<never>,
  placements: readonly PlacedEvent[],
): Promise<Map<string, Apply>> {
  const locked = new Map<string, Apply>();
  for (const { type, lock } of listTrackingSubjects(context)) {
    const ids = placements.flatMap(({ target: { subject } }) => (subject.type === type ? [subject.id] : []));
    if (ids.length > 0) locked.set(type, await lock(context, [...new Set(ids)]));
  }
  return locked;
}

/** Each timeline with new events changes its subject. */
async function applyToSubjects(
  locked: ReadonlyMap<string, Apply>,
  accepted: readonly PlacedEvent[],
  timelines: ReadonlyMap<string, Timeline>,
): Promise<void> {
  const groups = Map.groupBy(accepted, ({ target }) => target.number);
  const changes = [...groups].map(([number, entries]): TimelineChange => {
    const { target } = entries[0] as PlacedEvent;
    return { target, entries, timeline: timelines.get(number) as Timeline };
  });
  const by_type = Map.groupBy(changes, ({ target }) => target.subject.type);
  await Promise.all([...by_type].map(([type, group]) => locked.get(type)?.(group)));
}

/** The events to be stored; the others have their outcome. */
function decideAll(
  placements: readonly PlacedEvent[],
  stored: ReadonlyMap<string, StoredEvent[]>,
  provider: string,
): PlacedEvent[] {
  const known = new Map(
    [...new Set(placements.map(({ target }) => target.number))].map((number) => [
      number,
      buildKnown(stored.get(number) ?? [], provider),
    ]),
  );
  return placements.filter(({ sent, event, target, outcome }) => {
    const timeline = known.get(target.number);
    const decision = timeline === undefined ? "store" : decide(event, timeline);
    if (decision === "store") return true;
    if (decision === "event_id_conflict") reject(outcome, buildConflict(sent));
    else outcome.status = decision;
    return false;
  });
}

/** An event id that its provider used for another subject is not stored again. */
async function insertEvents(context: Context<never>, fresh: readonly PlacedEvent[]): Promise<void> {
  const written = new Set(
    await storeTrackingEvents(
      context,
      fresh.map(({ event, target }) => ({
        number: target.number,
        event,
      })),
    ),
  );
  if (written.size === fresh.length) return;
  const seen = new Set<string>();
  for (const { event, outcome, sent } of fresh) {
    // Within a request, too, only the first event with an id counts.
    if (!written.has(event.event_id) || seen.has(event.event_id)) reject(outcome, buildConflict(sent));
    seen.add(event.event_id);
  }
}

function groupByNumber(placements: readonly PlacedEvent[]): Map<string, StoredEvent[]> {
  const groups = Map.groupBy(placements, ({ target }) => target.number);
  return new Map([...groups].map(([number, group]) => [number, group.map(({ event }) => event)]));
}

function mergeTimelines(
  placements: readonly PlacedEvent[],
  accepted: readonly PlacedEvent[],
  stored: ReadonlyMap<string, StoredEvent[]>,
): Map<string, Timeline> {
  const fresh = groupByNumber(accepted);
  const numbers = new Set(placements.map(({ target }) => target.number));
  return new Map(
    [...numbers].flatMap((number) => {
      const events = [...(stored.get(number) ?? []), ...(fresh.get(number) ?? [])];
      return events.length === 0 ? [] : [[number, buildTimeline(events, number)] as const];
    }),
  );
}
