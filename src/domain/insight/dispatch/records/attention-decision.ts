/** Decisions about attention items: what one is, and how it is made and withdrawn. An item has one that is not withdrawn. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";

/** `action`: the operation that was chosen; null when there is nothing to do. */
type DecisionRow = Row<"attention_decision">;

const DecisionRecord = defineRecord("attention_decision");

export const DECISION_COLUMNS =
  "d.id, d.item_id, d.action, d.reason, d.decided_by, d.decided_at, d.result_event_ids, d.withdrawn_at";
export type ShownDecision = Omit<DecisionRow, "business_id" | "date" | "withdrawn_by">;

export async function insertDecisions(
  context: Context<never>,
  item_ids: readonly number[],
  { action, reason }: { action?: string; reason: string },
): Promise<ShownDecision[]> {
  const { db, business_id, actor, business, now } = context;
  await DecisionRecord.insertMany(
    context,
    item_ids.map((item_id) => ({
      item_id,
      action: action ?? null,
      reason: reason.trim(),
      decided_by: actor.account_id,
      decided_at: now.toISOString(),
      date: toLocalDate(now, business.time_zone),
    })),
  );
  await recordResults(context, item_ids);
  return db.rows<ShownDecision>(
    `select ${DECISION_COLUMNS} from attention_decision d
      where d.business_id = $1 and d.item_id = any($2::bigint[]) and d.withdrawn_at is null`,
    [business_id, item_ids],
  );
}

export async function withdrawDecisions(
  { db, business_id, actor, now }: Context<never>,
  item_ids: readonly number[],
): Promise<void> {
  await db.execute(
    `update attention_decision set withdrawn_by = $3, withdrawn_at = $4
      where business_id = $1 and item_id = any($2::bigint[]) and withdrawn_at is null`,
    [business_id, item_ids, actor.account_id, now],
  );
}

/**
 * Stores with the decisions about these items the events of the chosen operation, on the records of the item and since it
 * opened: the operation may run before the decision or after it.
 */
export async function recordResults(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  item_ids: readonly number[],
): Promise<void> {
  await db.execute(
    `update attention_decision d set result_event_ids = r.ids
       from attention_item i cross join lateral (
         select coalesce(array_agg(e.id order by e.id), '{}') as ids from event e
          where e.business_id = $1 and e.recorded_at >= i.opened_at
            and (e.subject_type, e.subject_id) in ((i.subject_type, i.subject_id::text), ('order', i.order_id::text), ('route', i.route_id::text))
            and e.operation = (select c.action from attention_decision c where c.business_id = $1 and c.item_id = i.id
              and c.withdrawn_at is null)) r
      where i.business_id = $1 and i.id = any($2::bigint[]) and d.business_id = $1 and d.item_id = i.id
        and d.withdrawn_at is null and d.action is not null`,
    [business_id, item_ids],
  );
}
