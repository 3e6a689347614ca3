/** What the kinds of attention items about orders share. */
import { bySubject, type Cause, type Look, ofSubject } from "#operation/define/attention.ts";
import type { EventKind } from "#operation/define/events.ts";
import { events } from "../events.ts";
import type { FactAttention } from "./rules.ts";

const ORDER_CHANGES = (Object.keys(events.kinds) as (keyof typeof events.kinds)[]).filter(
  (kind) => kind.startsWith("order.") && kind !== "order.created",
);

/** `clears_after` of items that any change of their order may end. */
export const afterAnyChange = Object.fromEntries(ORDER_CHANGES.map((kind) => [kind, bySubject])) as {
  readonly [Kind in EventKind]?: typeof bySubject;
};

/** `opens_after` of items that a fact causes. */
export function afterFact(attention: FactAttention) {
  return Object.fromEntries(
    ORDER_CHANGES.map((kind) => [
      kind,
      (event: Parameters<typeof ofSubject>[0]) =>
        event.payload["attention"] === attention ? ofSubject(event) : [],
    ]),
  ) as { readonly [Kind in EventKind]?: typeof ofSubject };
}

interface FactRow {
  order_id: number;
  seq: number;
  occurred_at: string;
  recorded_at: string;
  route_id: number | null;
  on: string | null;
  status_before: string | null;
  status: string | null;
  undone: unknown;
}

/**
 * Facts of these orders that opened an item and that nobody voided. `settled` is a condition under which they need nobody
 * any more: `e` is the event, `o` the order.
 */
export async function findFacts(
  { db, business_id }: Look,
  order_ids: readonly number[] | null,
  attention: FactAttention,
  settled = "false",
): Promise<Cause[]> {
  const rows = await db.rows<FactRow>(
    `select o.id as order_id, e.seq, e.occurred_at, e.recorded_at, o.route_id, e.payload->>'on' as on,
       e.payload->>'status_before' as status_before, e.payload->'state'->>'status' as status, e.payload->'undone' as undone
     from delivery_order o
     join event e on e.business_id = $1 and e.subject_type = 'order' and e.subject_id = o.id::text
     where o.business_id = $1 and o.id = any($2::bigint[]) and e.payload->>'attention' = $3 and not (${settled})
       and not exists (select from event v where v.business_id = $1 and v.subject_type = 'order' and v.subject_id = e.subject_id
         and v.seq > e.seq and ((v.payload->>'voids')::int = e.seq or v.payload->'replaces' @> to_jsonb(e.seq)))`,
    [business_id, order_ids ?? [], attention],
  );
  return rows.map(
    ({ order_id, seq, occurred_at, recorded_at, route_id, on, status_before, status, undone }) => ({
      subject_id: order_id,
      key: `event ${seq}`,
      at: recorded_at,
      order_id,
      route_id,
      facts: {
        on,
        occurred_at: new Date(occurred_at).toISOString(),
        seq,
        status_before,
        status,
        ...(undone === null ? {} : { undone }),
      },
    }),
  );
}

/** The goods are where they belong: what the fact left open is settled. */
export const ENDED_SINCE = "o.status in ('DELIVERED', 'RETURNED') and o.status_since > e.occurred_at";
