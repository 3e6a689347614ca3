/** Decides how a physical fact changes its order: when it is the latest, when it is late, when it covers some parcels. */
import { randomUUID } from "node:crypto";
import type { TrackingFields } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { StoredEvent } from "#otep/event.ts";
import type { OrderRow } from "../records/order.ts";
import type { Custody } from "../records/parcel.ts";
import type { OrderChange, OrderEventKind } from "./change.ts";
import { computeAttemptColumns, computeFoldedColumns, reconcileTracking } from "./reconcile-tracking.ts";
import {
  classifyFact,
  compareSteps,
  computeWarehouseAfter,
  foldSteps,
  getFactTarget,
  type Step,
} from "./rules.ts";
import {
  getTargetStatus,
  isPhysical,
  isTerminal,
  type OrderCommand,
  type OrderStatus,
  OTEP_CODES,
} from "./status.ts";
import { buildSteps, computeRank, type StepEvent } from "./status-history.ts";

export interface OrderFact {
  /** One of the physical commands: `pick_up`, `load`, `receive`, `depart`, `arrive`, `complete`, `fail` … */
  trigger: OrderCommand;
  /** When it happened, ISO 8601; now when absent; clamped to between the order's creation and now. */
  occurred_at?: string;
  /** Event kind, `order.<fact>`; `order.status_changed` or `order.fact_recorded` when absent. */
  kind?: OrderEventKind;
  /** No personal data. */
  payload?: OrderChange["payload"];
  /** Tracking fields, when the family has a more specific code than the default of the status. */
  tracking?: Omit<TrackingFields, "occurred_at">;
  /** Columns that change with it when it applies: attempts, return_reason, route_id … */
  set?: OrderChange["set"];
  /** Custody of the goods afterwards, with the holder's `custody_ref`; that of a warehouse follows from `warehouse_id`. */
  custody?: { to: Exclude<Custody, "warehouse">; ref: string | null } | { to: "warehouse" };
  /** Where the goods were received; the warehouse that they started from when absent. */
  warehouse_id?: number | null;
  /** Only these parcels of the order; all when absent. The status changes only with the last parcel. */
  parcel_ids?: readonly number[];
  batch_id?: number;
  /** Recorded at a stop or for a route that has departed: the goods were aboard, whatever was scanned before. */
  goods_aboard?: boolean;
  /** Sequence numbers of facts that this one replaces, such as the same departure recorded with another time. */
  replaces?: readonly number[];
}

export interface FactDecision {
  change: OrderChange;
  /** Kind of the attention item it opens, if any. */
  attention: "unexpected_fact" | "late_fact_conflict" | null;
  /** Decisions that the fact contradicts. */
  contradicted_commands: { trigger: OrderCommand; at: string; seq: number }[];
  /** Tracking events that republish or correct earlier events. */
  corrections: StoredEvent[];
}

/** A fact later than all recorded events. */
export function decideLatestFact(order: OrderRow, fact: OrderFact, occurred_at: string): FactDecision {
  const goods_aboard = fact.goods_aboard === true;
  const effect = classifyFact(order.status, fact.trigger, goods_aboard);
  const warehouse = computeWarehouseColumn(order, fact);
  if (effect === "changes_status") {
    const status = getFactTarget(order.status, fact.trigger, goods_aboard) as OrderStatus;
    return {
      change: {
        ...buildChange(order, fact, occurred_at, true),
        set: {
          ...fact.set,
          ...warehouse,
          status,
          partial: false,
          ...(status === "DELIVERED" ? { delivered_at: occurred_at } : {}),
        },
        tracking: buildTracking(fact),
      },
      attention: null,
      contradicted_commands: [],
      corrections: [],
    };
  }
  // After a terminal status the timeline does not change; before it, only the code of the current status may be published.
  const has_own_code =
    isTerminal(order.status) ||
    (effect === "expected" && getTargetStatus(fact.trigger) === order.status) ||
    effect === "keeps_status";
  return {
    change: {
      ...buildChange(order, fact, occurred_at, false),
      ...buildPublication(order, fact, occurred_at, has_own_code),
      set: effect === "keeps_status" ? { ...fact.set, ...warehouse } : warehouse,
    },
    attention: effect === "unexpected" ? "unexpected_fact" : null,
    contradicted_commands: [],
    corrections: [],
  };
}

/** Where the goods were received; null for another fact. */
export function getReceivingWarehouse(order: OrderRow, fact: OrderFact): number | null {
  return fact.trigger === "receive" ? (fact.warehouse_id ?? order.origin_warehouse_id) : null;
}

/** The column of the warehouse where the goods are, when the latest fact changes it. */
function computeWarehouseColumn(order: OrderRow, fact: OrderFact): OrderChange["set"] {
  if (isTerminal(order.status)) return {};
  const warehouse_id = getReceivingWarehouse(order, fact);
  const current_warehouse_id = computeWarehouseAfter(order.current_warehouse_id, {
    trigger: fact.trigger,
    warehouse_id,
  });
  return current_warehouse_id === order.current_warehouse_id ? {} : { current_warehouse_id };
}

/** A fact that happened before a recorded event, or in the same millisecond: the fold decides. */
export function decideLateFact(
  context: Context<never>,
  order: OrderRow,
  fact: OrderFact,
  occurred_at: string,
  events: readonly StepEvent[],
): FactDecision {
  const history = buildSteps(events);
  if (history === undefined) return decideLatestFact(order, fact, occurred_at);
  const seq = (events.at(-1)?.seq ?? 0) + 1;
  const goods_aboard = fact.goods_aboard === true;
  const { replaces = [] } = fact;
  const remaining = history.steps.map((one) => (replaces.includes(one.seq) ? { ...one, voided: true } : one));
  const step: Step = {
    seq,
    trigger: fact.trigger,
    from: order.status,
    to: order.status,
    at: occurred_at,
    rank: computeRank(fact.trigger, getStatusCode(fact)),
    refolded: true,
    goods_aboard,
    voided: false,
    warehouse_id: getReceivingWarehouse(order, fact),
  };
  const before = foldSteps(history.start, history.steps);
  const after = foldSteps(history.start, [...remaining, step]);
  const status_then = foldSteps(
    history.start,
    remaining.filter((one) => compareSteps(one, step) < 0),
  ).status;
  const is_applied = after.applied.has(seq);
  const contradicted = history.steps.filter(
    (one) => before.applied.has(one.seq) && !after.applied.has(one.seq) && !isPhysical(one.trigger),
  );
  const effect = classifyFact(status_then, fact.trigger, goods_aboard);
  // As when they had come in their order: what this one leaves no room for was reported after it.
  const leaves_no_room = remaining.some(
    (one) =>
      before.applied.has(one.seq) &&
      !after.applied.has(one.seq) &&
      isPhysical(one.trigger) &&
      !one.voided &&
      classifyFact(
        foldSteps(
          history.start,
          [...remaining, step].filter((other) => compareSteps(other, one) < 0),
        ).status,
        one.trigger as OrderFact["trigger"],
        one.goods_aboard,
      ) === "unexpected",
  );
  const attention =
    contradicted.length > 0
      ? "late_fact_conflict"
      : leaves_no_room || (!is_applied && effect === "unexpected")
        ? "unexpected_fact"
        : null;
  const change = buildChange(order, fact, occurred_at, after.status !== order.status);
  const tracking_corrections = reconcileTracking(context, order, events, remaining, after, replaces);
  const steps = [...remaining, step];
  const { attempts: _attempts, return_reason, ...other_columns } = fact.set ?? {};
  return {
    change: {
      ...change,
      payload: {
        ...change.payload,
        ...tracking_corrections.payload,
        refolded: true,
        ...(replaces.length === 0 ? {} : { replaces }),
        ...(is_applied || isTerminal(status_then) ? {} : { suppressed_code: getStatusCode(fact) }),
      },
      tracking: is_applied || isTerminal(status_then) ? buildTracking(fact) : buildNote(fact),
      set: {
        ...(effect === "changes_status" ? other_columns : {}),
        ...computeAttemptColumns(order, events, steps, { before, after }, { seq, return_reason }),
        ...computeFoldedColumns(order, before, after),
        ...(after.status === order.status ? {} : { partial: false }),
      },
    },
    attention,
    contradicted_commands: contradicted.map((one) => ({ trigger: one.trigger, at: one.at, seq: one.seq })),
    corrections: tracking_corrections.events,
  };
}

/** A fact that covers some parcels only: custody changes, the status waits for the others. */
export function decidePartialFact(order: OrderRow, fact: OrderFact, occurred_at: string): FactDecision {
  const change = buildChange(order, fact, occurred_at, false);
  return {
    change: {
      ...change,
      kind: fact.kind ?? "order.parcels_moved",
      payload: { ...change.payload, partial_fact: true, parcel_ids: fact.parcel_ids },
      tracking: buildNote(fact),
      set: fact.custody?.to === "recipient" ? { partial: true } : {},
    },
    attention: null,
    contradicted_commands: [],
    corrections: [],
  };
}

function buildChange(
  order: OrderRow,
  fact: OrderFact,
  occurred_at: string,
  changes_status: boolean,
): OrderChange {
  return {
    order,
    set: {},
    kind: fact.kind ?? (changes_status ? "order.status_changed" : "order.fact_recorded"),
    trigger: fact.trigger,
    payload: buildPayload(order, fact, occurred_at),
    occurred_at,
    ...(fact.batch_id === undefined ? {} : { batch_id: fact.batch_id }),
  };
}

/** The payload of a fact; `reported_at` is the reported time when it had to be adjusted. */
function buildPayload(
  order: OrderRow,
  fact: OrderFact,
  occurred_at: string,
): NonNullable<OrderChange["payload"]> {
  const reported = fact.occurred_at === undefined ? occurred_at : new Date(fact.occurred_at).toISOString();
  return {
    ...fact.payload,
    ...(fact.trigger === "receive" ? { warehouse_id: getReceivingWarehouse(order, fact) } : {}),
    // Also of the last parcel to come: what was received before it is not received again.
    ...(fact.trigger === "receive" && fact.parcel_ids !== undefined
      ? { parcel_ids: [...fact.parcel_ids] }
      : {}),
    ...(fact.goods_aboard === true ? { goods_aboard: true } : {}),
    ...(reported === occurred_at ? {} : { reported_at: reported }),
  };
}

function getStatusCode(fact: OrderFact): TrackingFields["code"] {
  return fact.tracking?.code ?? OTEP_CODES[getTargetStatus(fact.trigger) ?? "EXCEPTION"];
}

function buildTracking(fact: OrderFact): TrackingFields {
  return { event_id: randomUUID(), ...fact.tracking, code: getStatusCode(fact) };
}

/** A fact that does not apply is published as a note, so that the timeline never shows another status than the order. */
function buildNote(fact: OrderFact): TrackingFields {
  const { incident_reason: _of_the_status, ...rest }: Partial<TrackingFields> = fact.tracking ?? {};
  return {
    event_id: randomUUID(),
    ...rest,
    code: "otep:core:note",
    description: rest.description ?? `Recorded out of turn: ${fact.trigger.replaceAll("_", " ")}.`,
  };
}

/** Tracking event and payload of a fact: published with its own code, or as a note. */
function buildPublication(
  order: OrderRow,
  fact: OrderFact,
  occurred_at: string,
  has_own_code: boolean,
): Pick<OrderChange, "tracking" | "payload"> {
  return has_own_code
    ? { tracking: buildTracking(fact), payload: buildPayload(order, fact, occurred_at) }
    : {
        tracking: buildNote(fact),
        payload: { ...buildPayload(order, fact, occurred_at), suppressed_code: getStatusCode(fact) },
      };
}
