/**
 * Physical facts (scans, proofs, arrivals) of orders: never refused, ordered by when they happened.
 *
 * A fact that is the latest thing known of its order takes its arrow, or is recorded and opens an attention
 * item. One that arrives late is put where it happened and the status is folded anew: what somebody decided
 * meanwhile keeps its side effects, and a `late_fact_conflict` tells that the fact contradicts it.
 */
import { randomUUID } from "node:crypto";
import { storeTrackingEvents, type TrackingFields, trackingEvent } from "#domain/tracking/public.ts";
import type { Context } from "#operation/context.ts";
import type { StoredEvent } from "#otep/event.ts";
import { type Attention, openAttention } from "./attention.ts";
import { changeOrders, moveCustody, type OrderChange, unwrittenOf } from "./change.ts";
import { parcelsOf } from "./rows.ts";
import { type Folded, foldSteps, isWhole, readFact, type Step } from "./rules.ts";
import {
  isPhysical,
  isTerminal,
  next,
  type OrderCommand,
  type OrderStatus,
  OTEP_CODE_OF,
  targetOf,
} from "./status.ts";
import { type StepEvent, stepEventsOf, stepsOf, tellingsOf } from "./steps.ts";
import type { Custody, OrderRow, ParcelRow } from "./tables.ts";

export interface OrderFact {
  /** The arrow it takes, one of the physical ones: `pick_up`, `load`, `receive`, `depart`, `arrive`, `complete`, `fail` … */
  on: OrderCommand;
  /** When it happened, ISO 8601; the moment of the call when absent; put between the order's creation and now. */
  occurred_at?: string;
  /** Event kind, `order.<fact>`; `order.status_changed` or `order.fact_recorded` when absent. */
  kind?: string;
  /** No personal data. */
  payload?: Record<string, unknown>;
  /** How tracking tells it, where the family knows better than the status's own code. */
  tracking?: Omit<TrackingFields, "occurred_at">;
  /** Facets that change with it when it counts: attempts, return_reason, route_id … */
  set?: OrderChange["set"];
  /** Who holds the goods afterwards. */
  custody?: { to: Custody; ref: string | null };
  /** Only these parcels of the order; all when absent. The status follows the slowest parcel. */
  parcel_ids?: readonly number[];
  batch_id?: number;
}

export interface FactOutcome {
  order: OrderRow;
  /** Whether the status is another one now. */
  moved: boolean;
  /** Kind of the attention item it opened, if any. */
  attention: "unlisted_fact" | "late_fact_conflict" | null;
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

interface Decided {
  change: OrderChange;
  attention: FactOutcome["attention"];
  detail: Record<string, unknown>;
  /** What tracking must be told anew of earlier events. */
  retelling: StoredEvent[];
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
  const at = facts.map(({ order, fact }) => momentOf(context, order, fact));
  const isLate = (index: number) => (at[index] as string) < (latest.get(ids[index] as number) ?? "");
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

/** Facts happen neither in the future nor before their order was made: the clock of a phone is not better than ours. */
function momentOf({ now }: Context<never>, order: OrderRow, fact: OrderFact): string {
  const moment = fact.occurred_at === undefined ? now : new Date(fact.occurred_at);
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
async function historiesOf(
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

/** A fact that is the latest thing known. */
function decideNow(order: OrderRow, fact: OrderFact, occurred_at: string): Decided {
  const reading = readFact(order.status, fact.on);
  if (reading === "moves") {
    const status = next(order.status, fact.on) as OrderStatus;
    return {
      change: {
        ...changeOf(order, fact, occurred_at, true),
        set: {
          ...fact.set,
          status,
          partial: false,
          ...(status === "DELIVERED" ? { delivered_at: occurred_at } : {}),
        },
        tracking: trackingOf(fact),
      },
      attention: null,
      detail: {},
      retelling: [],
    };
  }
  // A timeline does not move after its end; before it, only the code of the status may stand there.
  const true_code =
    isTerminal(order.status) ||
    (reading === "expected" && targetOf(fact.on) === order.status) ||
    reading === "stays";
  return {
    change: {
      ...changeOf(order, fact, occurred_at, false),
      ...told(fact, occurred_at, true_code),
      set: reading === "stays" ? { ...fact.set } : {},
    },
    attention: reading === "unlisted" ? "unlisted_fact" : null,
    detail: { on: fact.on, occurred_at, status: order.status },
    retelling: [],
  };
}

/** A fact that happened before something known already: the fold decides. */
function decideLate(
  context: Context<never>,
  order: OrderRow,
  fact: OrderFact,
  occurred_at: string,
  events: readonly StepEvent[],
): Decided {
  const history = stepsOf(events);
  if (history === undefined) return decideNow(order, fact, occurred_at);
  const seq = (events.at(-1)?.seq ?? 0) + 1;
  const step: Step = {
    seq,
    on: fact.on,
    from: order.status,
    to: order.status,
    at: occurred_at,
    refolded: true,
    voided: false,
  };
  const before = foldSteps(history.start, history.steps);
  const after = foldSteps(history.start, [...history.steps, step]);
  const there = foldSteps(
    history.start,
    history.steps.filter((one) => one.at <= occurred_at),
  ).status;
  const counts = after.applied.has(seq);
  const undone = history.steps.filter(
    (one) => before.applied.has(one.seq) && !after.applied.has(one.seq) && !isPhysical(one.on),
  );
  const reading = readFact(there, fact.on);
  const attention =
    undone.length > 0 ? "late_fact_conflict" : !counts && reading === "unlisted" ? "unlisted_fact" : null;
  const change = changeOf(order, fact, occurred_at, after.status !== order.status);
  const retelling = retell(context, order, events, history.steps, after);
  return {
    change: {
      ...change,
      payload: {
        ...change.payload,
        ...retelling.payload,
        refolded: true,
        ...(counts || isTerminal(there) ? {} : { noted_code: codeOf(fact) }),
      },
      tracking: counts || isTerminal(there) ? trackingOf(fact) : noteOf(fact),
      set: { ...(reading === "moves" ? fact.set : {}), ...foldedSet(order, after) },
    },
    attention,
    detail: {
      on: fact.on,
      occurred_at,
      status_before: order.status,
      status: after.status,
      undone: undone.map((one) => ({ on: one.on, at: one.at, seq: one.seq })),
    },
    retelling: retelling.events,
  };
}

/** Some parcels only: custody moves, the status waits for the others. */
function decidePart(order: OrderRow, fact: OrderFact, occurred_at: string): Decided {
  const change = changeOf(order, fact, occurred_at, false);
  return {
    change: {
      ...change,
      kind: fact.kind ?? "order.parcels_moved",
      payload: { ...change.payload, partial_fact: true, parcel_ids: fact.parcel_ids },
      tracking: noteOf(fact),
      set: fact.custody?.to === "recipient" ? { partial: true } : {},
    },
    attention: null,
    detail: {},
    retelling: [],
  };
}

function changeOf(order: OrderRow, fact: OrderFact, occurred_at: string, moves: boolean): OrderChange {
  return {
    order,
    set: {},
    kind: fact.kind ?? (moves ? "order.status_changed" : "order.fact_recorded"),
    on: fact.on,
    payload: claimedOf(fact, occurred_at),
    occurred_at,
    ...(fact.batch_id === undefined ? {} : { batch_id: fact.batch_id }),
  };
}

/** The time that was told is kept where it cannot be. */
function claimedOf(fact: OrderFact, occurred_at: string): Record<string, unknown> {
  const claimed = fact.occurred_at === undefined ? occurred_at : new Date(fact.occurred_at).toISOString();
  return { ...fact.payload, ...(claimed === occurred_at ? {} : { claimed_at: claimed }) };
}

/** What a fold that was done anew changes of a row. */
export function foldedSet(order: OrderRow, after: Folded): OrderChange["set"] {
  if (after.status === order.status) return {};
  return {
    status: after.status,
    status_since: after.since,
    delivered_at: after.status === "DELIVERED" ? after.since : null,
    ...(after.status === "HOLD" ? {} : { hold: null, status_before_hold: null }),
  };
}

/**
 * What tracking must be told so that it tells the new fold: events that count now and were notes, and
 * corrections of those that count no longer. What comes after the end of a journey stays: there it moves nothing.
 * `voided_seq` is taken back whether it counted or not. The payload goes on the event that caused it.
 */
export function retell(
  context: Context<never>,
  order: OrderRow,
  events: readonly StepEvent[],
  steps: readonly Step[],
  after: Folded,
  voided_seq?: number,
): { events: StoredEvent[]; payload: Pick<StepEvent["payload"], "retold" | "untold"> } {
  const tellings = tellingsOf(events);
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const told: StoredEvent[] = [];
  const retold: Record<string, string> = {};
  const untold: number[] = [];
  for (const step of steps) {
    const { occurred_at, payload } = bySeq.get(step.seq) as StepEvent;
    const telling = tellings.get(step.seq) ?? null;
    const code = payload.noted_code ?? payload.tracking_code;
    if (after.applied.has(step.seq) && telling === null && code !== undefined) {
      const event = trackingEvent(context, order, {
        // Not the id of one that was corrected before: what is voided stays void.
        event_id: randomUUID(),
        code: code as TrackingFields["code"],
        occurred_at: new Date(occurred_at).toISOString(),
      });
      told.push(event);
      retold[step.seq] = event.event_id;
      continue;
    }
    const after_the_end = isTerminal(after.status) && step.at >= after.since;
    const misleads = !after.applied.has(step.seq) && !after_the_end;
    if (telling !== null && (step.seq === voided_seq || misleads)) {
      told.push(
        trackingEvent(context, order, {
          code: "otep:core:note",
          corrects: telling,
          description: "An earlier event does not count.",
        }),
      );
      untold.push(step.seq);
    }
  }
  return {
    events: told,
    payload: {
      ...(Object.keys(retold).length > 0 ? { retold } : {}),
      ...(untold.length > 0 ? { untold } : {}),
    },
  };
}

function codeOf(fact: OrderFact): TrackingFields["code"] {
  return fact.tracking?.code ?? OTEP_CODE_OF[targetOf(fact.on) ?? "EXCEPTION"];
}

function trackingOf(fact: OrderFact): TrackingFields {
  return { event_id: randomUUID(), ...fact.tracking, code: codeOf(fact) };
}

/** A fact that does not count is in the timeline as a note, so that the timeline tells no other status than the order. */
function noteOf(fact: OrderFact): TrackingFields {
  const { incident_reason: _of_the_status, ...rest }: Partial<TrackingFields> = fact.tracking ?? {};
  return {
    event_id: randomUUID(),
    ...rest,
    code: "otep:core:note",
    description: rest.description ?? `Recorded out of turn: ${fact.on.replaceAll("_", " ")}.`,
  };
}

function told(
  fact: OrderFact,
  occurred_at: string,
  true_code: boolean,
): Pick<OrderChange, "tracking" | "payload"> {
  return true_code
    ? { tracking: trackingOf(fact), payload: claimedOf(fact, occurred_at) }
    : { tracking: noteOf(fact), payload: { ...claimedOf(fact, occurred_at), noted_code: codeOf(fact) } };
}

/** Custody follows the goods whatever the status says; equal hand-overs go together. */
async function handOver(
  context: Context<never>,
  facts: readonly { order: OrderRow; fact: OrderFact }[],
  at: readonly string[],
): Promise<void> {
  const moves = facts.flatMap(({ order, fact }, index) =>
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
  );
  const groups = Map.groupBy(
    moves,
    (move) => `${move.to}/${move.ref}/${move.at}/${move.parcel_ids?.join() ?? ""}`,
  );
  await Promise.all(
    [...groups.values()].map((group) => {
      const [{ to, ref, at: occurred_at, parcel_ids }] = group as [(typeof moves)[number]];
      return moveCustody(
        context,
        group.map((move) => move.order_id),
        to,
        ref,
        occurred_at,
        parcel_ids,
      );
    }),
  );
}

/** Parcels by order. */
export function parcelsByOrder(parcels: readonly ParcelRow[]): Map<number, ParcelRow[]> {
  return Map.groupBy(parcels, (parcel) => parcel.order_id);
}
