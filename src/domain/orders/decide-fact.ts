/** What a physical fact does to its order, by when it happened: now, late, or to some parcels only. */
import { randomUUID } from "node:crypto";
import type { TrackingFields } from "#domain/tracking/public.ts";
import type { Context } from "#operation/context.ts";
import type { StoredEvent } from "#otep/event.ts";
import type { OrderChange } from "./change.ts";
import { foldedSet, retell } from "./retell.ts";
import { byTime, foldSteps, readFact, type Step } from "./rules.ts";
import {
  isPhysical,
  isTerminal,
  next,
  type OrderCommand,
  type OrderStatus,
  OTEP_CODE_OF,
  targetOf,
} from "./status.ts";
import { rankOf, type StepEvent, stepsOf } from "./steps.ts";
import type { Custody, OrderRow } from "./tables.ts";

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

export interface Decided {
  change: OrderChange;
  /** Kind of the attention item it opens, if any. */
  attention: "unlisted_fact" | "late_fact_conflict" | null;
  detail: Record<string, unknown>;
  /** What tracking must be told anew of earlier events. */
  retelling: StoredEvent[];
}

/** A fact that is the latest thing known. */
export function decideNow(order: OrderRow, fact: OrderFact, occurred_at: string): Decided {
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

/** A fact that happened before something known already, or in the same millisecond: the fold decides. */
export function decideLate(
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
    rank: rankOf(fact.on, codeOf(fact)),
    refolded: true,
    voided: false,
  };
  const before = foldSteps(history.start, history.steps);
  const after = foldSteps(history.start, [...history.steps, step]);
  const there = foldSteps(
    history.start,
    history.steps.filter((one) => byTime(one, step) < 0),
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
      set: {
        ...(reading === "moves" ? fact.set : {}),
        ...foldedSet(order, after),
        ...(after.status === order.status ? {} : { partial: false }),
      },
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
export function decidePart(order: OrderRow, fact: OrderFact, occurred_at: string): Decided {
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
