/**
 * What a preview would change, as differences: the members of each record before and after. From the members that its
 * events name for previews or for the audit, else from the state that its published events carry, else from what these
 * tell: `status_before` with `status`, and facts without a former value.
 */
import { isDeepStrictEqual } from "node:util";
import type { Db } from "#platform/db/db.ts";
import type { Context, Emitted } from "../define/context.ts";

export interface RecordChange {
  type: string;
  /** Null for a record that the write creates. */
  id: string | null;
  /** Only members that differ; empty for a record that the write creates. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Of a record that the write creates: its name, or whom it is for. */
  name?: string;
}

/** Every write changes them, so they tell a reader nothing. */
const BOOKKEEPING: ReadonlySet<string> = new Set(["updated_at", "version", "status_since", "plan_version"]);
/** Records whose differences are shown; a day's plan has a thousand. */
const RECORDS_MAX = 20;

const FIND_STATES = `select w.type, w.id, h.state from json_to_recordset($2::json) as w(type text, id text)
  cross join lateral (select payload->'state' as state from event e
    where e.business_id = $1 and e.subject_type = w.type and e.subject_id = w.id and e.payload ? 'state'
    order by seq desc limit 1) h`;

type Members = Record<string, unknown>;

/** The names of the records that a write creates, by `type/id`: read in its transaction, which is rolled back. */
export async function findCreatedNames(
  context: Pick<Context, "db" | "business_id" | "record_kinds">,
  emitted: readonly Emitted[],
): Promise<Map<string, string>> {
  const created = emitted.filter(({ subject }) => subject.is_new && typeof subject.id === "number");
  const head_lists = await Promise.all(
    [...Map.groupBy(created, ({ subject }) => subject.type)].map(async ([type, facts]) => {
      const ids = facts.slice(0, RECORDS_MAX).map(({ subject }) => Number(subject.id));
      const titles = await context.record_kinds.get(type)?.describe?.(context, ids);
      return [...(titles ?? [])].flatMap(([id, { name }]) =>
        name === null ? [] : [[`${type}/${id}`, name] as const],
      );
    }),
  );
  return new Map(head_lists.flat());
}

/** `db` reads what is committed: the preview was rolled back. */
export async function findChanges(
  db: Db,
  business_id: number,
  emitted: readonly Emitted[],
  names: ReadonlyMap<string, string>,
): Promise<RecordChange[]> {
  const by_record = [
    ...Map.groupBy(emitted, ({ subject }) => `${subject.type}/${subject.id}`).values(),
  ].slice(0, RECORDS_MAX);
  const without_rows = by_record.filter((facts) => !facts.some(hasRows) && facts.some(getState));
  const states = await findStates(db, business_id, without_rows);
  const changes = by_record.flatMap((facts): RecordChange[] => {
    const [first] = facts;
    if (first === undefined) return [];
    const { type, id, is_new } = first.subject;
    const is_of_rows = facts.some(hasRows);
    const of_events = readPayloads(facts);
    const before = is_of_rows
      ? mergeMembers(facts, (fact) => fact.preview?.before ?? fact.before, "first")
      : (states.get(`${type}/${id}`) ?? of_events.before);
    const after = is_of_rows
      ? mergeMembers(facts, (fact) => fact.preview?.after ?? fact.after, "last")
      : ((facts.findLast(getState)?.payload as { state?: Members })?.state ?? of_events.after);
    const name = is_new ? names.get(`${type}/${id}`) : undefined;
    if (after === undefined && name === undefined) return [];
    const change = diffMembers(is_new ? {} : before, after ?? {});
    if (name === undefined && isEmpty(change.before) && isEmpty(change.after)) return [];
    return [{ type, id: is_new ? null : String(id), ...(name === undefined ? {} : { name }), ...change }];
  });
  return changes.length > 0 ? changes : by_record.flatMap(nameEvents);
}

/** Of a write that leaves no member different, such as the end of a link: what happens to its record. */
function nameEvents(facts: readonly Emitted[]): RecordChange[] {
  const [first] = facts;
  if (first === undefined) return [];
  const { type, id, is_new } = first.subject;
  const event = [...new Set(facts.map(({ kind }) => kind))].join(", ");
  return [{ type, id: is_new ? null : String(id), before: {}, after: { event } }];
}

const isEmpty = (members: Members) => Object.keys(members).length === 0;

/** False when all that the audit may know of the change is that there was one. */
function hasRows({ before, after, preview }: Emitted): boolean {
  return preview !== undefined || !isEmpty(before ?? {}) || !isEmpty(after ?? {});
}

/** Members of several events of a record: the first value before, the last after. */
function mergeMembers(
  facts: readonly Emitted[],
  read: (fact: Emitted) => Members | null | undefined,
  wins: "first" | "last",
): Members {
  const all = facts.map((fact) => read(fact) ?? {});
  return Object.assign({}, ...(wins === "first" ? all.toReversed() : all));
}

const BEFORE = "_before";

/** What events tell about their record: values, and lists of values. */
function readPayloads(facts: readonly Emitted[]): { before: Members; after: Members } {
  const [before, after]: [Members, Members] = [{}, {}];
  for (const { payload } of facts)
    for (const [name, value] of Object.entries((payload ?? {}) as Members)) {
      const is_plain =
        typeof value !== "object" || (Array.isArray(value) && value.every((one) => typeof one !== "object"));
      if (!is_plain || value === null) continue;
      if (!name.endsWith(BEFORE)) after[name] = value;
      else before[name.slice(0, -BEFORE.length)] ??= value;
    }
  return { before, after };
}

function getState({ payload }: Emitted): boolean {
  return typeof (payload as { state?: unknown } | undefined)?.state === "object";
}

async function findStates(
  db: Db,
  business_id: number,
  events_by_record: readonly (readonly Emitted[])[],
): Promise<Map<string, Members>> {
  const wanted_records = events_by_record.flatMap(([first]) =>
    first === undefined || first.subject.is_new
      ? []
      : [{ type: first.subject.type, id: String(first.subject.id) }],
  );
  if (wanted_records.length === 0) return new Map();
  const rows = await db.rows<{ type: string; id: string; state: Members | null }>(FIND_STATES, [
    business_id,
    JSON.stringify(wanted_records),
  ]);
  return new Map(rows.map(({ type, id, state }) => [`${type}/${id}`, state ?? {}]));
}

/** A member that is empty before and after says nothing, so that a new record shows what it has. */
function diffMembers(before: Members, after: Members): { before: Members; after: Members } {
  const change: { before: Members; after: Members } = { before: {}, after: {} };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    if (BOOKKEEPING.has(name) || isDeepStrictEqual(was, is)) continue;
    if (was !== null) change.before[name] = was;
    change.after[name] = is;
  }
  return change;
}
