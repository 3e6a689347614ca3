/**
 * Events of a provider into timelines, orders and rentals: one transaction, a handful of statements whatever the
 * number of events.
 *
 * Every subject is looked up at once, its order locked in id order, its events read and the new ones written
 * together; then timelines are merged and orders follow them. Parallel requests with the same events wait for the
 * order's lock and find them stored.
 */
import { lockOrders } from "#domain/orders/public.ts";
import { eventsOfNumbers, storeTrackingEvents, timelineOfEvents } from "#domain/tracking/public.ts";
import type { ActorProvider } from "#operation/actor.ts";
import type { Context } from "#operation/context.ts";
import { Refusal } from "#operation/refusal.ts";
import type { StoredEvent } from "#otep/event.ts";
import type { Timeline } from "#otep/timeline.ts";
import { followRentals, lockRentals } from "../rentals.ts";
import type { Outcome } from "../shapes.ts";
import { decide, knownOf, placed } from "./decide.ts";
import { followOrders, type Placed, tell } from "./follow.ts";
import { answerOf, conflict, type Ingested, outcomeOf, refuseRollback, reject } from "./outcomes.ts";
import { countsForOne, endOfBearer } from "./part.ts";
import { serves } from "./scope.ts";
import type { Sent } from "./sent.ts";
import { keyOfSubject, targetsOf } from "./subjects.ts";

export async function ingest(
  context: Context<never>,
  sent: readonly Sent[],
  all_or_nothing: boolean,
): Promise<Ingested> {
  const provider = providerOf(context);
  const outcomes = sent.map(outcomeOf);
  const placings = await place(context, provider, sent, outcomes);
  refuseRollback(outcomes, all_or_nothing);

  const orders = await lockOrders(context.db, context.business_id, idsOf(placings, "order_id"));
  const rentals = await lockRentals(context, idsOf(placings, "rental_id"));
  const numbers = [...new Set(placings.map(({ target }) => target.number))];
  const stored = await eventsOfNumbers(context, numbers);

  const fresh = decideAll(placings, stored, provider.code);
  await store(context, fresh);
  refuseRollback(outcomes, all_or_nothing);

  const accepted = fresh.filter(({ outcome }) => outcome.status === "accepted");
  const timelines = mergeAll(placings, accepted, stored);
  for (const { outcome, target } of placings) {
    if (outcome.status !== "rejected") outcome.revision = timelines.get(target.number)?.revision ?? null;
  }
  await Promise.all([
    followOrders(context, accepted, orders, timelines),
    followRentals(context, rentals, byNumberOf(accepted), timelines),
  ]);
  tell(context, provider, accepted, timelines);
  return answerOf(outcomes);
}

export function providerOf({ actor }: Pick<Context, "actor">): ActorProvider {
  if (!actor.provider) throw new Error("Ingest is for providers.");
  return actor.provider;
}

/** Scope and subject of every event. An unknown subject and one of somebody else's are told with the same words. */
async function place(
  context: Context<never>,
  provider: ActorProvider,
  sent: readonly Sent[],
  outcomes: readonly Outcome[],
): Promise<Placed[]> {
  const good = sent.flatMap((one, index) =>
    one.event === undefined ? [] : [{ sent: one, event: one.event, index }],
  );
  const within = good.filter(({ sent: { at }, event, index }) => {
    if (provider.source_types.includes(event.source.type)) return true;
    reject(outcomes[index] as Outcome, {
      path: at("/source/type"),
      code: "scope_denied",
      message: `This key tells of ${provider.source_types.join(", ")}.`,
    });
    return false;
  });
  if (good.length > 0 && within.length === 0) {
    throw new Refusal("scope_denied", "forbidden", {
      message: `This key tells of ${provider.source_types.join(", ")} only.`,
    });
  }
  const served = within.filter(({ event }) => serves(provider.subject_patterns, event.subject));
  const targets = await targetsOf(
    context,
    served.map(({ event }) => event.subject),
  );
  return within.flatMap(({ sent: one, event, index }) => {
    const outcome = outcomes[index] as Outcome;
    const target = serves(provider.subject_patterns, event.subject)
      ? targets.get(keyOfSubject(event.subject))
      : undefined;
    if (target === undefined) {
      reject(outcome, {
        path: one.at("/subject"),
        code: "subject_not_found",
        message: "There is no such subject that this provider serves.",
      });
      return [];
    }
    const at_place = placed(event, target);
    outcome.event_id = at_place.event_id;
    const end = endOfBearer(event, target);
    if (end !== null && target.bearer !== null)
      outcome.warnings.push(countsForOne(one.at, target.bearer.parcels));
    return [{ sent: one, event: at_place, target, end, outcome }];
  });
}

function idsOf(placings: readonly Placed[], member: "order_id" | "rental_id"): number[] {
  return [...new Set(placings.flatMap(({ target }) => target[member] ?? []))];
}

/** Those to be stored; the others have their outcome. */
function decideAll(
  placings: readonly Placed[],
  stored: ReadonlyMap<string, StoredEvent[]>,
  provider: string,
): Placed[] {
  const known = new Map(
    [...new Set(placings.map(({ target }) => target.number))].map((number) => [
      number,
      knownOf(stored.get(number) ?? [], provider),
    ]),
  );
  return placings.filter(({ sent, event, target, outcome }) => {
    const timeline = known.get(target.number);
    const decision = timeline === undefined ? "store" : decide(event, timeline);
    if (decision === "store") return true;
    if (decision === "event_id_conflict") reject(outcome, conflict(sent));
    else outcome.status = decision;
    return false;
  });
}

/** An id that its provider used for another subject is not stored again. */
async function store(context: Context<never>, fresh: readonly Placed[]): Promise<void> {
  const written = new Set(
    await storeTrackingEvents(
      context,
      fresh.map(({ event, target }) => ({ order_id: target.order_id, number: target.number, event })),
    ),
  );
  if (written.size === fresh.length) return;
  const seen = new Set<string>();
  for (const { event, outcome, sent } of fresh) {
    // Within a request, too, the first one under an id counts.
    if (!written.has(event.event_id) || seen.has(event.event_id)) reject(outcome, conflict(sent));
    seen.add(event.event_id);
  }
}

function byNumberOf(placings: readonly Placed[]): Map<string, StoredEvent[]> {
  const groups = Map.groupBy(placings, ({ target }) => target.number);
  return new Map([...groups].map(([number, group]) => [number, group.map(({ event }) => event)]));
}

function mergeAll(
  placings: readonly Placed[],
  accepted: readonly Placed[],
  stored: ReadonlyMap<string, StoredEvent[]>,
): Map<string, Timeline> {
  const fresh = byNumberOf(accepted);
  const numbers = new Set(placings.map(({ target }) => target.number));
  return new Map(
    [...numbers].flatMap((number) => {
      const events = [...(stored.get(number) ?? []), ...(fresh.get(number) ?? [])];
      return events.length === 0 ? [] : [[number, timelineOfEvents(events, number)] as const];
    }),
  );
}
