/**
 * What a preview would change, as differences: the members of each subject before and after. From the rows that its
 * events name for the audit, else from the state that its published events carry.
 */
import { isDeepStrictEqual } from "node:util";
import type { Db } from "#platform/db/db.ts";
import type { Emitted } from "../define/context.ts";

export interface SubjectChange {
  type: string;
  /** Null for a subject that the write creates. */
  id: string | null;
  /** Only members that differ; empty for a subject that the write creates. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Every write changes them, so they tell a reader nothing. */
const BOOKKEEPING: ReadonlySet<string> = new Set(["updated_at", "version", "status_since", "plan_version"]);
/** Subjects whose differences are shown; a day's plan has a thousand. */
const SUBJECTS_MAX = 20;

const FIND_STATES = `select w.type, w.id, h.state from json_to_recordset($2::json) as w(type text, id text)
  cross join lateral (select payload->'state' as state from event e
    where e.business_id = $1 and e.subject_type = w.type and e.subject_id = w.id and e.payload ? 'state'
    order by seq desc limit 1) h`;

type Members = Record<string, unknown>;

/** `db` reads what is committed: the preview was rolled back. */
export async function findChanges(
  db: Db,
  business_id: number,
  emitted: readonly Emitted[],
): Promise<SubjectChange[]> {
  const bySubject = [
    ...Map.groupBy(emitted, ({ subject }) => `${subject.type}/${subject.id}`).values(),
  ].slice(0, SUBJECTS_MAX);
  const without_rows = bySubject.filter((facts) => !facts.some(hasRows) && facts.some(getState));
  const states = await findStates(db, business_id, without_rows);
  return bySubject.flatMap((facts) => {
    const [first] = facts;
    if (first === undefined) return [];
    const { type, id, is_new } = first.subject;
    const is_of_rows = facts.some(hasRows);
    const before = is_of_rows ? (facts.find(hasRows)?.before ?? {}) : (states.get(`${type}/${id}`) ?? {});
    const after = is_of_rows
      ? (facts.findLast(hasRows)?.after ?? {})
      : (facts.findLast(getState)?.payload as { state?: Members })?.state;
    if (after === undefined) return [];
    const change = diffMembers(is_new ? {} : before, after);
    if (Object.keys(change.before).length === 0 && Object.keys(change.after).length === 0) return [];
    return [{ type, id: is_new ? null : String(id), ...change }];
  });
}

function hasRows({ before, after }: Emitted): boolean {
  return before !== undefined || after !== undefined;
}

function getState({ payload }: Emitted): boolean {
  return typeof (payload as { state?: unknown } | undefined)?.state === "object";
}

async function findStates(
  db: Db,
  business_id: number,
  subjects: readonly (readonly Emitted[])[],
): Promise<Map<string, Members>> {
  const wanted = subjects.flatMap(([first]) =>
    first === undefined || first.subject.is_new
      ? []
      : [{ type: first.subject.type, id: String(first.subject.id) }],
  );
  if (wanted.length === 0) return new Map();
  const rows = await db.rows<{ type: string; id: string; state: Members | null }>(FIND_STATES, [
    business_id,
    JSON.stringify(wanted),
  ]);
  return new Map(rows.map(({ type, id, state }) => [`${type}/${id}`, state ?? {}]));
}

/** A member that is empty before and after says nothing, so that a new subject shows what it has. */
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
