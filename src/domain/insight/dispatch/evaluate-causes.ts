/**
 * Opens items whose cause is found and clears those whose cause has ended, in a transaction of their business.
 *
 * A lock of the business comes first: causes are read after it, so that of two runs at once the later one sees what the
 * earlier one wrote, and no item opens from rows that were read before its cause ended.
 */
import type { Affected, AttentionKind } from "#operation/define/attention.ts";
import type { Context } from "#operation/define/context.ts";
import {
  clearItems,
  findUnclearedRecords,
  listUnclearedRecords,
  openItems,
} from "./records/attention-item.ts";
import { listOwnRules } from "./records/attention-rule.ts";
import { compareCauses, computeThreshold, type UnclearedItem } from "./rules.ts";

/** Kind of the due task that evaluates one record again; its subject is `<kind> <id>`. */
export const RE_EVALUATION = "dispatch.re-evaluate";
/** Items that open in one transaction; the rest follow in the next one. */
const OPEN_MAX = 1000;

export interface CauseQuery {
  kind: string;
  /** Records that may have a cause; null for all of the business. */
  record_ids: readonly number[] | null;
  /** Records, orders and routes to evaluate only where they have an item. */
  only_if_uncleared?: readonly Affected[];
}

/** True when more items are to open than one transaction takes. */
export async function evaluateCauses(
  context: Context<never>,
  queries: readonly CauseQuery[],
): Promise<boolean> {
  const { db, business_id, business, now, attention, publish } = context;
  const known_queries = queries.filter(({ kind }) => attention.has(kind));
  if (known_queries.length === 0) return false;
  const [, rules, uncleared_ids_by_kind] = await Promise.all([
    db.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`attention ${business_id}`]),
    listOwnRules(context),
    findUnclearedRecords(context, known_queries),
  ]);
  let has_more = false;
  for (const { kind: name, record_ids } of known_queries) {
    const kind = attention.get(name) as AttentionKind;
    const ids =
      record_ids !== null
        ? [...new Set([...record_ids, ...(uncleared_ids_by_kind.get(name) ?? [])])]
        : kind.searches_whole_business
          ? null
          : await listUnclearedRecords(context, name);
    if (ids?.length === 0) continue;
    const rule = rules.find((one) => one.kind === name);
    const [causes, uncleared_items] = await Promise.all([
      rule?.is_on === false
        ? []
        : kind.find(
            {
              db,
              business_id,
              now,
              publish,
              time_zone: business.time_zone,
              ...computeThreshold(kind.threshold, rule),
            },
            ids,
          ),
      db.rows<UnclearedItem>(
        `select id, subject_id, cause_key, state from attention_item where business_id = $1 and kind = $2
           and cleared_at is null and ($3::bigint[] is null or subject_id = any($3)) order by id`,
        [business_id, name, ids],
      ),
    ]);
    const {
      opening,
      ending,
      re_evaluations: again,
    } = compareCauses(causes, uncleared_items, {
      now,
      has_threshold: kind.threshold !== undefined,
    });
    if (opening.length > OPEN_MAX) has_more = true;
    await openItems(context, kind, opening.slice(0, OPEN_MAX), business.time_zone);
    await clearItems(context, kind, ending);
    for (const [subject_id, at] of again) context.due.set(RE_EVALUATION, `${name} ${subject_id}`, at);
  }
  return has_more;
}
