/** Reading an order's events as steps of the fold. */
import { codeOf, findCode } from "#otep/vocabulary.ts";
import type { Db } from "#platform/db/db.ts";
import type { Step } from "./rules.ts";
import {
  commandBetween,
  isPhysical,
  type OrderCommand,
  type OrderStatus,
  OTEP_CODE_OF,
  targetOf,
} from "./status.ts";

export interface StepEvent {
  subject_id: string;
  seq: number;
  kind: string;
  occurred_at: string;
  recorded_at: string;
  payload: {
    on?: OrderCommand;
    status_before?: OrderStatus;
    state?: { status: OrderStatus };
    /** Sequence number of the event that this one takes back. */
    voids?: number;
    /** The code of a fact that tracking was told of as a note only. */
    noted_code?: string;
    /** Of some parcels only: it moved no status. */
    partial_fact?: boolean;
    /** The statuses are those of a fold in which it stands earlier. */
    refolded?: boolean;
    tracking_event_id?: string;
    tracking_code?: string;
    /** Tracking events that a new fold told of earlier events, by their sequence number. */
    retold?: Record<string, string>;
    /** Sequence numbers of events whose tracking events a new fold took back. */
    untold?: number[];
  };
}

/** The step and chain members of every event of some orders, by order, oldest first. */
export async function stepEventsOf(
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

/** Where the fold starts, and its steps; undefined for an order without a beginning. */
export function stepsOf(
  events: readonly StepEvent[],
): { start: { status: OrderStatus; at: string }; steps: Step[] } | undefined {
  const [first, ...rest] = events;
  if (first?.payload.state === undefined) return undefined;
  const voided = new Set(
    rest.flatMap((event) => (event.payload.voids === undefined ? [] : [event.payload.voids])),
  );
  const steps = rest.flatMap((event): Step[] => {
    const { payload } = event;
    const from = payload.status_before;
    const to = payload.state?.status;
    if (
      from === undefined ||
      to === undefined ||
      payload.voids !== undefined ||
      payload.partial_fact === true
    )
      return [];
    const on = payload.on ?? (from === to ? null : commandBetween(from, to));
    if (on === null) return [];
    const at = isPhysical(on) ? event.occurred_at : event.recorded_at;
    return [
      {
        seq: event.seq,
        on,
        from,
        to,
        at: new Date(at).toISOString(),
        rank: rankOf(on, payload.noted_code ?? payload.tracking_code),
        refolded: payload.refolded === true,
        voided: voided.has(event.seq),
      },
    ];
  });
  return {
    start: { status: first.payload.state.status, at: new Date(first.recorded_at).toISOString() },
    steps,
  };
}

/** Where the timeline puts a step among others of its millisecond; `code` is what tracking is told of it, if anything. */
export function rankOf(on: OrderCommand, code: string | undefined): number {
  const told = code === undefined ? undefined : findCode(code);
  return (told ?? codeOf(OTEP_CODE_OF[targetOf(on) ?? "EXCEPTION"])).order;
}

/** The tracking event that tells of each event now; null for one that tracking knows as a note, or not at all. */
export function tellingsOf(events: readonly StepEvent[]): Map<number, string | null> {
  const tellings = new Map<number, string | null>();
  for (const { seq, payload } of events) {
    tellings.set(seq, payload.noted_code === undefined ? (payload.tracking_event_id ?? null) : null);
    for (const [earlier, event_id] of Object.entries(payload.retold ?? {}))
      tellings.set(Number(earlier), event_id);
    for (const earlier of payload.untold ?? []) tellings.set(earlier, null);
  }
  return tellings;
}
