/** Unified orders: what one is, how it is found and stored. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";

export interface UnifiedOrderRow extends Row<"unified_order"> {
  kind: "self" | "label";
}

const UnifiedOrderRecord = defineRecord<"unified_order", UnifiedOrderRow>("unified_order");

/** The order that the caller may see; 404 for another. */
export async function getUnified(
  { db, business_id, actor, refuse }: Pick<Context<never>, "db" | "business_id" | "actor" | "refuse">,
  id: number,
): Promise<UnifiedOrderRow> {
  const owner = actor.role === "customer" ? (actor.customer_id ?? 0) : null;
  const row = await db.row<UnifiedOrderRow>(
    "select * from unified_order where business_id = $1 and id = $2 and ($3::bigint is null or customer_id = $3)",
    [business_id, id, owner],
  );
  if (row === undefined) throw refuse("not_found", { message: messages.unknown_order });
  return row;
}

/** Of a delivery with `order_id`, of a label with `label_order_id`. */
export async function insertUnified(
  context: Context<never>,
  order: Omit<NewRow<"unified_order", UnifiedOrderRow>, "created_by">,
): Promise<UnifiedOrderRow> {
  const row = await UnifiedOrderRecord.insert(context, { ...order, created_by: context.actor.account_id });
  const { id, customer_id, kind, order_id, label_order_id } = row;
  context.emit({
    subject: { type: "uniorder", id, is_new: true },
    kind: "uniorder.created",
    payload: { customer_id, kind, order_id, label_order_id },
  });
  return row;
}
