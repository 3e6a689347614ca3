/** Reads an order's events as steps of the fold. */
import type { TrackingFields } from "#domain/tracking/tracking/public.ts";
import { findCode, getCode } from "#otep/vocabulary.ts";
import type { Db } from "#platform/db/db.ts";
import type { OrderEventKind } from "./change.ts";
import { compareSteps, foldSteps, type Step } from "./rules.ts";
import {
  findCommandBetween,
  getTargetStatus,
  isPhysical,
  type OrderCommand,
  type OrderStatus,
  OTEP_CODES,
} from "./status.ts";

export interface StepEvent {
  subject_id: string;
  seq: number;
  kind: string;
  occurred_at: string;
  recorded_at: string;
  payload: {
    trigger?: OrderCommand;
    status_before?: OrderStatus;
    state?: { status: OrderStatus };
    /** Sequence number of the event that this one voids. */
    voids?: number;
    /** Sequence numbers of facts that this one, recorded later, replaces. */
    replaces?: number[];
    /** Recorded at a stop or for a route that has departed: the goods were aboard. */
    goods_aboard?: boolean;
    /** Repeats another fact: stored, but not a step of the fold. */
    repeats_fact?: boolean;
    /** Sequence number of a fact that did not apply, or no longer applied, and that this one records again. */
    restores?: number;
    /** Event kind and tracking fields with which to publish a repeated fact if the other one is voided. */
    repeated?: { kind?: OrderEventKind; tracking: Omit<TrackingFields, "occurred_at"> };
    /** The stop and the route where it was recorded. */
    stop_id?: number;
    route_id?: number;
    /** Where the goods were received. */
    warehouse_id?: number | null;
    /** Code and version of a return reason. */
    reason?: string;
    reason_version?: number;
    /** Status code of a fact that was published to tracking as a note only. */
    suppressed_code?: string;
    /** Covers some parcels only and did not change the status. */
    partial_fact?: boolean;
    /** `status_before` and `state` are those of a refold that places this event earlier. */
    refolded?: boolean;
    tracking_event_id?: string;
    tracking_code?: string;
    /** Ids of tracking events that a refold published for earlier events, by sequence number of the earlier event. */
    republished?: Record<string, string>;
    /** Sequence numbers of events whose tracking events a refold retracted. */
    retracted?: number[];
  };
}

/** All events of some orders with the members that the fold needs, by order id, oldest first. */
export async function loadStepEvents(
  db: Db,
  business_id: number,
  order_ids: readonly number[],
): Promise<Map<number, StepEvent[]>> {
  const rows = await db.rows<StepEvent>(
    `select subject_id, seq, kind, occurred_at, recorded_at, payload from event
      where business_id = $1 and subject_type = 'order' and subject_id = any($2::text[]) order by subject_id, seq`,
    [business_id, order_ids.map(String)],
  );
  return Map.groupBy(rows, (row) => Number(row.subject_id));
}

/** Sequence numbers of events that a later one voids or replaces. */
export function findVoidedSeqs(events: readonly { payload: StepEvent["payload"] }[]): Set<number> {
  return new Set(
    events.flatMap(({ payload: { voids, restores, replaces = [] } }) =>
      [voids, restores, ...replaces].filter((seq) => seq !== undefined),
    ),
  );
}

/** The start and the steps of the fold; undefined when the first event has no state. */
export function buildSteps(
  events: readonly StepEvent[],
): { start: { status: OrderStatus; at: string }; steps: Step[] } | undefined {
  const [first, ...rest] = events;
  if (first?.payload.state === undefined) return undefined;
  const voided = findVoidedSeqs(rest);
  const steps = rest.flatMap((event): Step[] => {
    const { payload } = event;
    const from = payload.status_before;
    const to = payload.state?.status;
    if (
      from === undefined ||
      to === undefined ||
      payload.voids !== undefined ||
      payload.repeats_fact === true ||
      payload.partial_fact === true
    )
      return [];
    const trigger = payload.trigger ?? (from === to ? null : findCommandBetween(from, to));
    if (trigger === null) return [];
    const at = isPhysical(trigger) ? event.occurred_at : event.recorded_at;
    return [
      {
        seq: event.seq,
        trigger,
        from,
        to,
        at: new Date(at).toISOString(),
        rank: computeRank(trigger, payload.suppressed_code ?? payload.tracking_code),
        refolded: payload.refolded === true,
        goods_aboard: payload.goods_aboard === true,
        voided: voided.has(event.seq),
        warehouse_id: payload.warehouse_id ?? null,
      },
    ];
  });
  return {
    start: { status: first.payload.state.status, at: new Date(first.recorded_at).toISOString() },
    steps,
  };
}

/** Sort order of a step among others of the same millisecond; `code` is its published status code, if any. */
export function computeRank(trigger: OrderCommand, code: string | undefined): number {
  const published = code === undefined ? undefined : findCode(code);
  return (published ?? getCode(OTEP_CODES[getTargetStatus(trigger) ?? "EXCEPTION"])).order;
}

/**
 * Id of the tracking event currently published for each event, by sequence number; null for one that tracking shows as
 * a note or not at all.
 */
export function findPublishedEventIds(events: readonly StepEvent[]): Map<number, string | null> {
  const published = new Map<number, string | null>();
  for (const { seq, payload } of events) {
    published.set(seq, payload.suppressed_code === undefined ? (payload.tracking_event_id ?? null) : null);
    for (const [earlier, event_id] of Object.entries(payload.republished ?? {}))
      published.set(Number(earlier), event_id);
    for (const earlier of [...(payload.retracted ?? []), ...(payload.replaces ?? [])])
      published.set(earlier, null);
  }
  return published;
}

/** A fact of an order as its events record it. */
export interface RecordedFact {
  seq: number;
  trigger: OrderCommand;
  at: string;
  /** The stop and the route where it was recorded, if any. */
  stop_id: number | null;
  route_id: number | null;
  /** False for a fact that repeats another one or was replaced by one. */
  stands: boolean;
  event: StepEvent;
}

/** Facts of whole orders as they were recorded, without voided ones. */
export function listRecordedFacts(events: readonly StepEvent[]): RecordedFact[] {
  const voided = new Set(events.flatMap(({ payload: { voids, restores } }) => [voids, restores]));
  const replaced = new Set(events.flatMap(({ payload }) => payload.replaces ?? []));
  return events.flatMap((event): RecordedFact[] => {
    const { seq, occurred_at, payload } = event;
    const { trigger, stop_id, route_id } = payload;
    if (trigger === undefined || !isPhysical(trigger) || voided.has(seq) || payload.partial_fact === true)
      return [];
    const at = new Date(occurred_at).toISOString();
    const stands = payload.repeats_fact !== true && !replaced.has(seq);
    return [{ seq, trigger, at, stop_id: stop_id ?? null, route_id: route_id ?? null, stands, event }];
  });
}

/** The status of an order just before a fact at a given time, ignoring the events in `without`. */
export function computeStatusBefore(
  events: readonly StepEvent[],
  fact: { trigger: OrderCommand; at: string },
  without: ReadonlySet<number>,
): OrderStatus | null {
  const history = buildSteps(events);
  if (history === undefined) return null;
  const place = { at: fact.at, rank: computeRank(fact.trigger, undefined), seq: Number.MAX_SAFE_INTEGER };
  return foldSteps(
    history.start,
    history.steps.filter((step) => !without.has(step.seq) && compareSteps(step, place) < 0),
  ).status;
}
