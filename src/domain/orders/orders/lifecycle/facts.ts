/**
 * Physical facts (scans, proofs, arrivals) of orders: never refused, ordered by when they happened.
 *
 * A fact later than all other events of its order takes its transition, or is recorded and opens an attention item.
 * A late fact is inserted at its time of occurrence and the status is folded again: a decision taken meanwhile keeps
 * its side effects, and a `late_fact_conflict` reports that the fact contradicts it.
 */
import { storeTrackingEvents } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { computeRecordedAt } from "#operation/records/events.ts";
import type { OrderRow } from "../records/order.ts";
import { type Custody, loadParcels, moveCustodies, type ParcelRow } from "../records/parcel.ts";
import { changeOrders, getPendingEvents } from "./change.ts";
import {
  decideLateFact,
  decideLatestFact,
  decidePartialFact,
  type FactDecision,
  getReceivingWarehouse,
  type OrderFact,
} from "./decide-fact.ts";
import { coversAllParcels } from "./rules.ts";
import { loadStepEvents, type StepEvent } from "./status-history.ts";

export interface FactOutcome {
  order: OrderRow;
  /** Whether the status changed. */
  moved: boolean;
  /** Kind of the attention item it opened, if any. */
  attention: FactDecision["attention"];
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

/** Record one fact for each of several locked orders, each order once. Outcomes are in the order of the input. */
export async function recordFacts(
  context: Context<never>,
  facts: readonly { order: OrderRow; fact: OrderFact }[],
): Promise<FactOutcome[]> {
  if (facts.length === 0) return [];
  const { db, business_id } = context;
  const ids = facts.map(({ order }) => order.id);
  const partial_ids = facts.filter(({ fact }) => fact.parcel_ids !== undefined).map(({ order }) => order.id);
  const [latest, parcels] = await Promise.all([
    findLatestMoments(context, ids),
    partial_ids.length === 0 ? Promise.resolve([]) : loadParcels(db, business_id, partial_ids),
  ]);
  const order_parcels = groupParcelsByOrder(parcels);
  const at = facts.map(({ order, fact }) =>
    computeOccurredAt(context, order, fact, latest.get(order.id), order_parcels.get(order.id) ?? []),
  );
  // Events of the same millisecond are sorted by rank, not by arrival, so equality counts as late.
  const isLate = (index: number) =>
    facts[index]?.fact.replaces !== undefined ||
    (at[index] as string) <= (latest.get(ids[index] as number) ?? "");
  const late = ids.filter((_id, index) => isLate(index));
  const histories = late.length === 0 ? new Map<number, StepEvent[]>() : await loadHistories(context, late);
  const decided = facts.map(({ order, fact }, index) => {
    const occurred_at = at[index] as string;
    if (!coversAllParcels(order_parcels.get(order.id) ?? [], fact.parcel_ids, findTaker(order, fact)))
      return decidePartialFact(order, fact, occurred_at);
    return isLate(index)
      ? decideLateFact(context, order, fact, occurred_at, histories.get(order.id) ?? [])
      : decideLatestFact(order, fact, occurred_at);
  });
  const [after] = await Promise.all([
    changeOrders(
      context,
      decided.map(({ change, attention, contradicted_commands: undone }) =>
        attention === null
          ? change
          : {
              ...change,
              payload: { ...change.payload, attention, ...(undone.length === 0 ? {} : { undone }) },
            },
      ),
    ),
    storeTrackingEvents(
      context,
      decided.flatMap(({ corrections: retelling }) => retelling.map((event) => ({ event }))),
    ),
    transferCustody(context, facts, at),
  ]);
  return after.map((order, index) => ({
    order,
    moved: order.status !== facts[index]?.order.status,
    attention: decided[index]?.attention ?? null,
  }));
}

/**
 * Occurrence time of a fact, ISO 8601: neither in the future nor before its order was created, because the clock of a
 * phone may be wrong. A fact without a time comes after all recorded events.
 */
function computeOccurredAt(
  { now }: Context<never>,
  order: OrderRow,
  fact: OrderFact,
  latest: string | undefined,
  parcels: readonly ParcelRow[],
): string {
  if (fact.occurred_at === undefined) return computeRecordedAt(latest, now).toISOString();
  const reported = new Date(fact.occurred_at);
  const created = new Date(order.created_at);
  const clamped = new Date(Math.min(Math.max(+reported, +created), +now));
  const last = coversAllParcels(parcels, fact.parcel_ids, findTaker(order, fact))
    ? findLastCustodyOfOthers(fact, parcels)
    : undefined;
  return (last !== undefined && last > clamped ? last : clamped).toISOString();
}

/** When the last parcel that the fact does not name got the same custody; an order changes only with its last parcel. */
function findLastCustodyOfOthers(
  { parcel_ids, custody }: OrderFact,
  parcels: readonly ParcelRow[],
): Date | undefined {
  if (parcel_ids === undefined) return undefined;
  const moments = parcels
    .filter((parcel) => !parcel_ids.includes(parcel.id) && parcel.custody === custody?.to)
    .map((parcel) => new Date(parcel.custody_since));
  return moments.sort((one, other) => +other - +one)[0];
}

/** Occurrence time of the latest event of each order. */
async function findLatestMoments(
  context: Context<never>,
  order_ids: readonly number[],
): Promise<Map<number, string>> {
  const { db, business_id } = context;
  const rows = await db.rows<{ subject_id: string; at: string }>(
    `select subject_id, max(occurred_at) as at from event
      where business_id = $1 and subject_type = 'order' and subject_id = any($2::text[]) group by subject_id`,
    [business_id, order_ids.map(String)],
  );
  const latest = new Map(rows.map((row) => [Number(row.subject_id), new Date(row.at).toISOString()]));
  for (const id of order_ids) {
    for (const { event, recorded_at } of getPendingEvents(context, id)) {
      const at = new Date(event.occurred_at ?? recorded_at).toISOString();
      if (at > (latest.get(id) ?? "")) latest.set(id, at);
    }
  }
  return latest;
}

/** Events of orders, including those that this transaction has emitted but not written yet. */
export async function loadHistories(
  context: Context<never>,
  order_ids: readonly number[],
): Promise<Map<number, StepEvent[]>> {
  const { db, business_id } = context;
  const histories = await loadStepEvents(db, business_id, order_ids);
  for (const id of order_ids) {
    const events = histories.get(id) ?? [];
    for (const { event, recorded_at } of getPendingEvents(context, id)) {
      const seq = (events.at(-1)?.seq ?? 0) + 1;
      const { kind, occurred_at = recorded_at, payload = {} } = event;
      events.push({ subject_id: String(id), seq, kind, occurred_at, recorded_at, payload });
    }
    histories.set(id, events);
  }
  return histories;
}

/** Who has custody after a fact, and its `custody_ref`. */
function findTaker(order: OrderRow, fact: OrderFact): { to: Custody; ref: string | null } | undefined {
  if (fact.custody?.to !== "warehouse") return fact.custody;
  const warehouse_id = getReceivingWarehouse(order, fact);
  return { to: "warehouse", ref: warehouse_id === null ? null : String(warehouse_id) };
}

/** Custody changes with every fact, whatever the status is. */
async function transferCustody(
  context: Context<never>,
  facts: readonly { order: OrderRow; fact: OrderFact }[],
  at: readonly string[],
): Promise<void> {
  await moveCustodies(
    context,
    facts.flatMap(({ order, fact }, index) => {
      const taker = findTaker(order, fact);
      if (taker === undefined) return [];
      return [{ order_id: order.id, ...taker, at: at[index] as string, parcel_ids: fact.parcel_ids ?? null }];
    }),
  );
}

/** Parcels by order. */
export function groupParcelsByOrder(parcels: readonly ParcelRow[]): Map<number, ParcelRow[]> {
  return Map.groupBy(parcels, (parcel) => parcel.order_id);
}
