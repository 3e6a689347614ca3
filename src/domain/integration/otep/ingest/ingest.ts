/**
 * Write a partner's events into timelines, and apply them to their subjects: one transaction, with a fixed number of statements
 * whatever the number of events.
 *
 * All subjects are looked up together and locked, by type and then in id order, their events read and the new ones inserted
 * together; then timelines are merged and subjects updated. Concurrent requests with the same events wait for the subject's
 * lock and then find them stored.
 */
import {
  AMBIGUOUS_NUMBER,
  buildTimeline,
  findFirstParcelEnd,
  findNumbers,
  findPublicReferences,
  hideEventId,
  listTrackedKinds,
  loadEventsByNumber,
  normalizeNumber,
  storeTrackingEvents,
  type Target,
  type TimelineChange,
  withPublicSubjects,
} from "#domain/tracking/tracking/public.ts";
import type { ActorPartner } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { StoredEvent } from "#otep/event.ts";
import { redactTimeline } from "#otep/redact.ts";
import { isTransparent } from "#otep/state-machine.ts";
import type { Timeline } from "#otep/timeline.ts";
import { isTerminal } from "#otep/vocabulary.ts";
import { messages, notes } from "../messages.ts";
import type { Outcome } from "../shapes.ts";
import { buildKnownEvents, decide, placeEvent } from "./decide.ts";
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
  parsed_events: readonly ParsedEvent[],
  all_or_nothing: boolean,
  partner: ActorPartner = getPartner(context),
): Promise<IngestResponse> {
  const outcomes = parsed_events.map(buildOutcome);
  const placements = await resolvePlacements(context, partner, parsed_events, outcomes);
  refuseRollback(outcomes, all_or_nothing);

  const locked = await lockSubjects(context, placements);
  const numbers = [...new Set(placements.map(({ target }) => target.number))];
  const stored_events = await loadEventsByNumber(context, numbers);

  const fresh = decideAll(placements, stored_events, partner.code);
  await insertEvents(context, fresh);
  refuseRollback(outcomes, all_or_nothing);

  const accepted = fresh.filter(({ outcome }) => outcome.status === "accepted");
  const events = collectEvents(placements, accepted, stored_events);
  const timelines = new Map([...events].map(([number, list]) => [number, buildTimeline(list, number)]));
  warnOfLateEvents(accepted, timelines);
  warnOfGaps(accepted, timelines);
  const revisions = await computePublicRevisions(context, placements, events, timelines);
  for (const { outcome, target } of placements) {
    if (outcome.status !== "rejected") outcome.revision = revisions.get(target.number) ?? null;
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
  parsed_events: readonly ParsedEvent[],
  outcomes: readonly Outcome[],
): Promise<PlacedEvent[]> {
  const good = parsed_events.flatMap((one, index) =>
    one.event === undefined ? [] : [{ sent: one, event: one.event, index }],
  );
  const within = good.filter(({ sent: { at }, event, index }) => {
    if (partner.source_types.includes(event.source.type)) return true;
    reject(outcomes[index] as Outcome, {
      path: at("/source/type"),
      code: "scope_denied",
      message: notes.source_types.with({ types: partner.source_types.join(", ") }).en,
    });
    return false;
  });
  if (good.length > 0 && within.length === 0) {
    throw new Refusal("scope_denied", "forbidden", {
      message: messages.key_tells.with({ types: partner.source_types.join(", ") }),
    });
  }
  const isServed = ({ subject }: StoredEvent) =>
    isInScope(partner.subject_patterns, subject) ||
    isInScope(partner.subject_patterns, { ...subject, id: normalizeNumber(subject.id) });
  const served = within.filter(({ event }) => isServed(event));
  const targets = await resolveTargets(
    context,
    served.map(({ event }) => event.subject),
    partner.code,
  );
  return within.flatMap(({ sent: one, event, index }) => {
    const outcome = outcomes[index] as Outcome;
    const target = isServed(event) ? targets.get(buildSubjectKey(event.subject)) : undefined;
    if (target === "ambiguous") {
      reject(outcome, {
        path: one.at("/subject"),
        code: "subject_ambiguous",
        message: AMBIGUOUS_NUMBER.en,
      });
      return [];
    }
    if (target === undefined) {
      reject(outcome, {
        path: one.at("/subject"),
        code: "subject_not_found",
        message: notes.no_subject.en,
      });
      return [];
    }
    const at_place = placeEvent(event, target, (id) => hideEventId(context.settings, id));
    outcome.event_id = at_place.event_id;
    const end = findFirstParcelEnd(event, target);
    if (end !== null && target.parcel_with_order_number !== null)
      outcome.warnings.push(buildOneParcelNote(one.at, target.parcel_with_order_number.parcels));
    return [{ parsed_event: one, event: at_place, target, end, outcome }];
  });
}

type Apply = (changes: readonly TimelineChange[]) => Promise<void>;

/** Locks the subjects of all events, type by type in the registry's order, so that concurrent requests do not deadlock. */
async function lockSubjects(
  context: Context<never>,
  placements: readonly PlacedEvent[],
): Promise<Map<string, Apply>> {
  const locked = new Map<string, Apply>();
  for (const { kind, lock } of listTrackedKinds(context)) {
    const ids = placements.flatMap(({ target: { subject } }) => (subject.type === kind ? [subject.id] : []));
    if (ids.length > 0) locked.set(kind, await lock(context, [...new Set(ids)]));
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
  stored_events: ReadonlyMap<string, StoredEvent[]>,
  provider: string,
): PlacedEvent[] {
  const known_by_number = new Map(
    [...new Set(placements.map(({ target }) => target.number))].map((number) => [
      number,
      buildKnownEvents(stored_events.get(number) ?? [], provider),
    ]),
  );
  return placements.filter(({ parsed_event, event, target, outcome }) => {
    const timeline = known_by_number.get(target.number);
    const decision = timeline === undefined ? "store" : decide(event, timeline);
    if (decision === "store") return true;
    if (decision === "event_id_conflict") reject(outcome, buildConflict(parsed_event));
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
  const seen_ids = new Set<string>();
  for (const { event, outcome, parsed_event } of fresh) {
    // Within a request, too, only the first event with an id counts.
    if (!written.has(event.event_id) || seen_ids.has(event.event_id))
      reject(outcome, buildConflict(parsed_event));
    seen_ids.add(event.event_id);
  }
}

/** What came after the end of the stored journey changes nothing; its sender should know. */
function warnOfLateEvents(accepted: readonly PlacedEvent[], timelines: ReadonlyMap<string, Timeline>): void {
  for (const [number, group] of Map.groupBy(accepted, ({ target }) => target.number)) {
    const timeline = timelines.get(number);
    if (timeline?.status?.terminal !== true) continue;
    const { base: end, code: end_code } = timeline.status;
    const late = new Map(
      timeline.events.flatMap((one) =>
        one.after_terminal ? [[`${one.source.provider} ${one.event_id}`, one] as const] : [],
      ),
    );
    for (const { event, outcome, parsed_event } of group) {
      const one = late.get(`${event.source.provider} ${event.event_id}`);
      if (one === undefined || one.base === end || isTransparent(one.base)) continue;
      const codes = new Set(outcome.warnings.map(({ code }) => code));
      const warn = (code: string, message: string) => {
        if (!codes.has(code)) outcome.warnings.push({ path: parsed_event.at("/status_code"), code, message });
      };
      warn("transition_after_terminal", notes.after_end.with({ code: end_code }).en);
      if (isTerminal(one.status_code, one.base))
        warn("conflicting_terminal", notes.second_end.with({ code: end_code }).en);
    }
  }
}

/**
 * What one key sends has one provider: custody changes between its events and those that others sent. Decided from what
 * the public view shows: from hidden members, one provider could find those of another.
 */
function warnOfGaps(accepted: readonly PlacedEvent[], timelines: ReadonlyMap<string, Timeline>): void {
  const message = notes.custody_gap.en;
  for (const [number, group] of Map.groupBy(accepted, ({ target }) => target.number)) {
    const timeline = timelines.get(number);
    if (timeline === undefined || new Set(timeline.sources.map(({ provider }) => provider)).size < 2)
      continue;
    const after = new Set(redactTimeline(timeline).gaps?.map(({ to_event }) => to_event));
    for (const { event, outcome, parsed_event } of group)
      if (after.has(event.event_id))
        outcome.warnings.push({ path: parsed_event.at(""), code: "custody_gap", message });
  }
}

function groupByNumber(placements: readonly PlacedEvent[]): Map<string, StoredEvent[]> {
  const groups = Map.groupBy(placements, ({ target }) => target.number);
  return new Map([...groups].map(([number, group]) => [number, group.map(({ event }) => event)]));
}

/** The events of each timeline; one without events is absent. */
function collectEvents(
  placements: readonly PlacedEvent[],
  accepted: readonly PlacedEvent[],
  stored_events: ReadonlyMap<string, StoredEvent[]>,
): Map<string, StoredEvent[]> {
  const fresh = groupByNumber(accepted);
  const numbers = new Set(placements.map(({ target }) => target.number));
  return new Map(
    [...numbers].flatMap((number) => {
      const events = [...(stored_events.get(number) ?? []), ...(fresh.get(number) ?? [])];
      return events.length === 0 ? [] : [[number, events] as const];
    }),
  );
}

/**
 * The revisions that the public view has: computed from identifiers that it hides, one provider could find those that
 * another one sends.
 */
async function computePublicRevisions(
  context: Context<never>,
  placements: readonly PlacedEvent[],
  events: ReadonlyMap<string, StoredEvent[]>,
  timelines: ReadonlyMap<string, Timeline>,
): Promise<Map<string, string>> {
  const revisions = new Map([...timelines].map(([number, { revision }]) => [number, revision]));
  const merged_lists = [...events].filter(([number, list]) =>
    list.some(({ subject }) => subject.id !== number),
  );
  if (merged_lists.length === 0) return revisions;
  const subjects = new Map(placements.map(({ target }) => [target.number, target.subject]));
  const numbers = await findNumbers(context, [...subjects.values()]);
  const public_references = await findPublicReferences(
    context,
    merged_lists.flatMap(([, list]) => list),
  );
  for (const [number, list] of merged_lists) {
    const { type, id } = subjects.get(number) as Target["subject"];
    const subject_reference = {
      id: numbers.get(`${type} ${id}`) ?? number,
      scheme: "tracking_number",
    } as const;
    revisions.set(
      number,
      buildTimeline(withPublicSubjects(list, subject_reference, public_references), number).revision,
    );
  }
  return revisions;
}
