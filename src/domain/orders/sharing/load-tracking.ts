/** What the operations of links read: the tracking of the link's order, and of no other. */
import { loadRecordAnswer } from "#domain/tracking/tracking/public.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import type { Context } from "#operation/define/context.ts";
import { SUBJECT } from "./links.ts";

export async function loadSharedTracking(context: Context) {
  const { db, business_id, actor } = context;
  const order_id = getLinkedId(actor, SUBJECT);
  const order = await db.row<{ tracking_number: string }>(
    "select tracking_number from delivery_order where business_id = $1 and id = $2",
    [business_id, order_id],
  );
  if (order === undefined) throw context.refuse("not_found");
  return loadRecordAnswer(
    context,
    { type: SUBJECT, id: order_id, number: order.tracking_number },
    { is_shared: true },
  );
}
