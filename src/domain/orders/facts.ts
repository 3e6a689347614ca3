/**
 * Physical facts (scans, proofs, arrivals) of orders: never refused, ordered by when they happened.
 *
 * A fact that is the latest thing known of its order takes its arrow, or is recorded and opens an attention
 * item. One that arrives late is put where it happened and the status is folded anew: what somebody decided
 * meanwhile keeps its side effects, and a `late_fact_conflict` tells that the fact contradicts it.
 */
import { storeTrackingEvents } from "#domain/tracking/public.ts";
import type { Context } from "#operation/context.ts";
import { momentAfter } from "#operation/events.ts";
import { type Attention, openAttention } from "./attention.ts";
import { changeOrders, moveCustodies, unwrittenOf } from "./change.ts";
import { type Decided, decideLate, decideNow, decidePart, type OrderFact } from "./decide-fact.ts";
import { parcelsOf } from "./rows.ts";
import { isWhole } from "./rules.ts";
import { type StepEvent, stepEventsOf } from "./steps.ts";
import type { OrderRow, ParcelRow } from "./tables.ts";

export interface FactOutcome {
  order: OrderRow;
  /** Whether the status is another one now. */
  moved: boolean;
  /** Kind of the attention item it opened, if any. */
  attention: Decided["attention"];
}

/** Record a fact of a locked order. */
export async function recordFact(
  context: Context<never>,
  order: OrderRow,
  fact: OrderFact,
): Promise<FactOutcome> {
  const [outcome] = await recordFacts(context, [{ order, fact }]);
  if (outcome === undefined) throw new Error("A recorded fact has an outcome.");
  return outcome;
}

/** Record one fact of each of several locked orders, each order once. Outcomes in the order given. */
export async function recordFacts(
  context: Context<never>,
  facts: readonly { order: OrderRow; fact: OrderFact }[],
): Promise<FactOutcome[]> {
  if (facts.length === 0) return [];
  const { db, business_id } = context;
  const ids = facts.map(({ order }) => order.id);
  const some = facts.filter(({ fact }) => fact.parcel_ids !== undefined).map(({ order }) => order.id);
  const [latest, parcels] = await Promise.all([
    latestOf(context, ids),
    some.length === 0 ? Promise.resolve([]) : parcelsOf(db, business_id, some),
  ]);
  const at = facts.map(({ order, fact }) => momentOf(context, order, fact, latest.get(order.id)));
  // Of two things in one millisecond the timeline puts one first, whichever was told first.
  const isLate = (index: number) => (at[index] as string) <= (latest.get(ids[index] as number) ?? "");
  const late = ids.filter((_id, index) => isLate(index));
  const histories = late.length === 0 ? new Map<number, StepEvent[]>() : await historiesOf(context, late);
  const decided = facts.map(({ order, fact }, index) => {
    const boxes = parcels.filter((parcel) => parcel.order_id === order.id);
    const occurred_at = at[index] as string;
    if (!isWhole(boxes, fact.parcel_ids, fact.custody?.to)) return decidePart(order, fact, occurred_at);
    return isLate(index)
      ? decideLate(context, order, fact, occurred_at, histories.get(order.id) ?? [])
      : decideNow(order, fact, occurred_at);
  });
  const [after] = await Promise.all([
    changeOrders(
      context,
      decided.map(({ change }) => change),
    ),
    storeTrackingEvents(
      context,
      decided.flatMap(({ change, retelling }) =>
        retelling.map((event) => ({ order_id: change.order.id, event })),
      ),
    ),
    handOver(context, facts, at),
    openAttention(
      context,
      decided.flatMap(({ change, attention, detail }): Attention[] =>
        attention === null
          ? []
          : [{ kind: attention, order_id: change.order.id, route_id: change.order.route_id, detail }],
      ),
    ),
  ]);
  return after.map((order, index) => ({
    order,
    moved: order.status !== facts[index]?.order.status,
    attention: decided[index]?.attention ?? null,
  }));
}

/**
 * Facts happen neither in the future nor before their order was made: the clock of a phone is not better than ours.
 * One that is told as it happens comes after everything known.
 */
function momentOf(
  { now }: Context<never>,
  order: OrderRow,
  fact: OrderFact,
  latest: string | undefined,
): string {
  if (fact.occurred_at === undefined) return momentAfter(latest, now).toISOString();
  const moment = new Date(fact.occurred_at);
  const made = new Date(order.created_at);
  return (moment > now ? now : moment < made ? made : moment).toISOString();
}

/** When the last thing that is known of each order happened. */
async function latestOf(
  { db, business_id }: Context<never>,
  order_ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.rows<{ subject_id: string; at: string }>(
    `select subject_id, max(occurred_at) as at from event
      where business_id = $1 and subject_type = 'order' and subject_id = any($2::text[]) group by subject_id`,
    [business_id, order_ids.map(String)],
  );
  const latest = new Map(rows.map((row) => [Number(row.subject_id), new Date(row.at).toISOString()]));
  for (const id of order_ids) {
    for (const { event, recorded_at } of unwrittenOf(db, id)) {
      const at = new Date(event.occurred_at ?? recorded_at).toISOString();
      if (at > (latest.get(id) ?? "")) latest.set(id, at);
    }
  }
  return latest;
}

/** Events of orders, those included that this transaction has not written yet. */
export async function historiesOf(
  { db, business_id }: Context<never>,
  order_ids: readonly number[],
): Promise<Map<number, StepEvent[]>> {
  const histories = await stepEventsOf(db, business_id, order_ids);
  for (const id of order_ids) {
    const events = histories.get(id) ?? [];
    for (const { event, recorded_at } of unwrittenOf(db, id)) {
      const seq = (events.at(-1)?.seq ?? 0) + 1;
      const { kind, occurred_at = recorded_at, payload = {} } = event;
      events.push({ subject_id: String(id), seq, kind, occurred_at, recorded_at, payload });
    }
    histories.set(id, events);
  }
  return histories;
}

/** Custody follows the goods whatever the status says. */
async function handOver(
  context: Context<never>,
  facts: readonly { order: OrderRow; fact: OrderFact }[],
  at: readonly string[],
): Promise<void> {
  await moveCustodies(
    context,
    facts.flatMap(({ order, fact }, index) =>
      fact.custody === undefined
        ? []
        : [
            {
              order_id: order.id,
              ...fact.custody,
              at: at[index] as string,
              parcel_ids: fact.parcel_ids ?? null,
            },
          ],
    ),
  );
}

/** Parcels by order. */
export function parcelsByOrder(parcels: readonly ParcelRow[]): Map<number, ParcelRow[]> {
  return Map.groupBy(parcels, (parcel) => parcel.order_id);
}
