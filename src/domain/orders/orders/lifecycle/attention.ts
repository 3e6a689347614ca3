/** Items that need a person's attention: unexpected facts, facts that contradict a decision. */
import type { Context } from "#operation/define/context.ts";

export interface Attention {
  kind: string;
  order_id?: number | null;
  route_id?: number | null;
  /** Ids, codes and times only: no personal data. */
  detail?: Record<string, unknown>;
}

/** Open items on the dispatch board, in the current transaction. Returns their ids. */
export async function openAttention(context: Context<never>, items: readonly Attention[]): Promise<number[]> {
  if (items.length === 0) return [];
  const { db, business_id, now, emit } = context;
  const rows = await db.rows<{ id: number; kind: string; order_id: number | null; route_id: number | null }>(
    `insert into attention_item (business_id, kind, order_id, route_id, detail, opened_at)
     select $1, i.kind, i.order_id, i.route_id, coalesce(i.detail, '{}'), $3
       from json_to_recordset($2::json) as i(kind text, order_id bigint, route_id bigint, detail jsonb)
     returning id, kind, order_id, route_id`,
    [business_id, JSON.stringify(items), now],
  );
  for (const { id, kind, order_id, route_id } of rows) {
    emit({
      subject: { type: "attention_item", id, first: true },
      kind: "attention.opened",
      payload: { kind, order_id, route_id },
    });
  }
  return rows.map((row) => row.id);
}
