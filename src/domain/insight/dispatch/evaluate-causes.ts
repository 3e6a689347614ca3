/**
 * Opens items whose cause is found and clears those whose cause has ended, in a transaction of their business.
 *
 * A lock of the business comes first: causes are read after it, so that of two runs at once the later one sees what the
 * earlier one wrote, and no item opens from rows that were read before its cause ended.
 */
import type { Affected, AttentionKind, Cause } from "#operation/define/attention.ts";
import type { Context } from "#operation/define/context.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { compareCauses, computeThreshold, type UnclearedItem } from "./rules.ts";
import type { RuleRow } from "./tables.ts";

/** Kind of the due task that evaluates one subject again; its subject is `<kind> <id>`. */
export const RE_EVALUATION = "dispatch.re-evaluate";
/** Kind of the due task that ends the snooze of an item. */
export const SNOOZE_END = "dispatch.end-snooze";

/** Items that open in one transaction; the rest follow in the next one. */
const OPEN_MAX = 1000;

export interface CauseQuery {
  kind: string;
  /** Subjects that may have a cause; null for all of the business. */
  subject_ids: readonly number[] | null;
  /** Subjects, orders and routes to evaluate only where they have an item. */
  only_if_uncleared?: readonly Affected[];
}

interface Opened {
  id: number;
  subject_id: number;
  cause_key: string;
}

/** True when more items are to open than one transaction takes. */
export async function evaluateCauses(
  context: Context<never>,
  queries: readonly CauseQuery[],
): Promise<boolean> {
  const { db, business_id, business, now, attention } = context;
  const known = queries.filter(({ kind }) => attention.has(kind));
  if (known.length === 0) return false;
  const [, rules, affected_subjects] = await Promise.all([
    db.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`attention ${business_id}`]),
    db.rows<RuleRow>(
      "select business_id, kind, is_on, after, time from attention_rule where business_id = $1",
      [business_id],
    ),
    findUnclearedSubjects(context, known),
  ]);
  let has_more = false;
  for (const { kind: name, subject_ids } of known) {
    const kind = attention.get(name) as AttentionKind;
    const ids =
      subject_ids !== null
        ? [...new Set([...subject_ids, ...(affected_subjects.get(name) ?? [])])]
        : kind.searches_whole_business
          ? null
          : await listUnclearedSubjects(context, name);
    if (ids?.length === 0) continue;
    const rule = rules.find((one) => one.kind === name);
    const [causes, live] = await Promise.all([
      rule?.is_on === false
        ? []
        : kind.find(
            {
              db,
              business_id,
              now,
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
    } = compareCauses(causes, live, {
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

/** Subjects of the items of each kind that are not cleared and that `only_if_uncleared` names. */
async function findUnclearedSubjects(
  { db, business_id }: Context<never>,
  queries: readonly CauseQuery[],
): Promise<Map<string, number[]>> {
  const wanted = queries.flatMap(({ kind, only_if_uncleared: if_open = [] }) =>
    if_open.map((affected) => ({ kind, ...affected })),
  );
  if (wanted.length === 0) return new Map();
  const rows = await db.rows<{ kind: string; subject_id: number }>(
    `select distinct i.kind, i.subject_id from json_to_recordset($2::json) as w(kind text, subject_id bigint, order_id bigint, route_id bigint)
       join attention_item i on i.business_id = $1 and i.kind = w.kind and i.cleared_at is null
        and (i.subject_id = w.subject_id or i.order_id = w.order_id or i.route_id = w.route_id)`,
    [business_id, JSON.stringify(wanted)],
  );
  const found = new Map<string, number[]>();
  for (const { kind, subject_id } of rows) found.set(kind, [...(found.get(kind) ?? []), subject_id]);
  return found;
}

/** For kinds that cannot find the causes of a whole business: their present items may end, and new ones come with events. */
async function listUnclearedSubjects({ db, business_id }: Context<never>, kind: string): Promise<number[]> {
  const rows = await db.rows<{ subject_id: number }>(
    "select distinct subject_id from attention_item where business_id = $1 and kind = $2 and cleared_at is null",
    [business_id, kind],
  );
  return rows.map(({ subject_id }) => subject_id);
}

async function openItems(
  { db, business_id, now, emit }: Context<never>,
  { kind, severity, subject }: AttentionKind,
  causes: readonly Cause[],
  time_zone: string,
): Promise<void> {
  if (causes.length === 0) return;
  const rows = causes.map(({ subject_id, key, at, order_id = null, route_id = null, facts }) => {
    const since = new Date(Math.min(new Date(at).getTime(), now.getTime()));
    return {
      subject_id,
      cause_key: key,
      order_id,
      route_id,
      facts,
      since,
      date: toLocalDate(since, time_zone),
    };
  });
  const opened = await db.rows<Opened>(
    `insert into attention_item (business_id, kind, severity, subject_type, subject_id, cause_key, order_id, route_id, facts,
       date, since, opened_at)
     select $1, $2, $3, $4, c.subject_id, c.cause_key, c.order_id, c.route_id, c.facts, c.date, c.since, $6
       from json_to_recordset($5::json) as c(subject_id bigint, cause_key text, order_id bigint, route_id bigint, facts jsonb,
         date date, since timestamptz)
     on conflict (business_id, kind, subject_id, cause_key) where cleared_at is null do nothing
     returning id, subject_id, cause_key`,
    [business_id, kind, severity, subject, JSON.stringify(rows), now],
  );
  const causes_by_key = new Map(rows.map((row) => [`${row.subject_id} ${row.cause_key}`, row]));
  for (const { id, subject_id, cause_key } of opened) {
    const row = causes_by_key.get(`${subject_id} ${cause_key}`);
    emit({
      subject: { type: "attention_item", id, is_new: true },
      kind: "attention.opened",
      payload: {
        kind,
        severity,
        subject_type: subject,
        subject_id,
        order_id: row?.order_id ?? null,
        route_id: row?.route_id ?? null,
      },
    });
  }
}

async function clearItems(
  { db, business_id, now, emit, due }: Context<never>,
  { kind }: AttentionKind,
  ending: readonly UnclearedItem[],
): Promise<void> {
  if (ending.length === 0) return;
  const ids = ending.map(({ id }) => id);
  const ended = await db.rows<Pick<UnclearedItem, "id" | "state">>(
    `update attention_item set state = case state when 'decided' then state else 'cleared' end, cleared_at = $3,
       snoozed_until = null, version = version + 1
      where business_id = $1 and id = any($2::bigint[]) and cleared_at is null returning id, state`,
    [business_id, ids, now],
  );
  await recordResults({ db, business_id }, ids);
  const before = new Map(ending.map(({ id, state }) => [id, state]));
  for (const { id, state } of ended) {
    if (before.get(id) === "snoozed") due.clear(SNOOZE_END, id);
    emit({
      subject: { type: "attention_item", id },
      kind: "attention.cleared",
      payload: { kind },
      before: { state: before.get(id) ?? null },
      after: { state },
    });
  }
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
