/** What the kinds of attention items about orders share. */
import { type Cause, type CauseSearch, toAffectedRecord, toRecordId } from "#operation/define/attention.ts";
import type { EventKind } from "#operation/define/events.ts";
import { events } from "../events.ts";
import type { FactAttention } from "./rules.ts";
import { findVoidedSeqs, type StepEvent } from "./status-history.ts";

export const ORDER_CHANGES = (Object.keys(events.kinds) as (keyof typeof events.kinds)[]).filter(
  (kind) => kind.startsWith("order.") && kind !== "order.created",
);

/** `clears_after` of items that any change of their order may end. */
export const afterAnyChange = Object.fromEntries(ORDER_CHANGES.map((kind) => [kind, toAffectedRecord])) as {
  readonly [Kind in EventKind]?: typeof toAffectedRecord;
};

/** `opens_after` of items that a fact causes. */
export function afterFact(attention: FactAttention) {
  return Object.fromEntries(
    ORDER_CHANGES.map((kind) => [
      kind,
      (event: Parameters<typeof toRecordId>[0]) =>
        event.payload["attention"] === attention ? toRecordId(event) : [],
    ]),
  ) as { readonly [Kind in EventKind]?: typeof toRecordId };
}

interface FactRow {
  order_id: number;
  seq: number;
  occurred_at: string;
  recorded_at: string;
  route_id: number | null;
  settled: boolean;
  payload: StepEvent["payload"] & { attention?: string; undone?: unknown[] };
}

/**
 * Facts of these orders that opened an item and that nobody voided. `settled` is a condition under which they need nobody
 * any more: `e` is the event, `o` the order.
 */
export async function findFacts(
  { db, business_id }: CauseSearch,
  order_ids: readonly number[] | null,
  attention: FactAttention,
  settled = "false",
): Promise<Cause[]> {
  const ids = order_ids ?? [];
  const rows = await db.rows<FactRow>(
    `select o.id as order_id, e.seq, e.occurred_at, e.recorded_at, o.route_id, (${settled}) as settled, e.payload
     from event e join delivery_order o on o.business_id = $1 and o.id = e.subject_id::bigint
     where e.business_id = $1 and e.subject_type = 'order' and e.subject_id = any($2::text[])
       and (e.payload->>'attention' = $3
         or coalesce(e.payload->'voids', e.payload->'restores', e.payload->'replaces') is not null)
     order by e.subject_id, e.seq`,
    [business_id, ids.map(String), attention],
  );
  return [...Map.groupBy(rows, ({ order_id }) => order_id).values()].flatMap((events) => {
    const voided = findVoidedSeqs(events);
    return events.flatMap(({ order_id, route_id, seq, occurred_at, recorded_at, ...event }): Cause[] => {
      const { trigger, status_before, state, undone } = event.payload;
      if (event.payload.attention !== attention || event.settled === true || voided.has(seq)) return [];
      const facts = {
        trigger: trigger ?? null,
        occurred_at: new Date(occurred_at).toISOString(),
        seq,
        status_before: status_before ?? null,
        status: state?.status ?? null,
        ...(undone === undefined ? {} : { undone }),
      };
      return [{ subject_id: order_id, key: `event ${seq}`, at: recorded_at, order_id, route_id, facts }];
    });
  });
}

/** The goods are where they belong: what the fact left open is settled. */
export const ENDED_SINCE = "o.status in ('DELIVERED', 'RETURNED') and o.status_since > e.occurred_at";
