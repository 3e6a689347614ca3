/** Decides and writes many records at once, each on its own: creates, updates by id, and upserts by a key. */
import type { Context } from "#operation/define/context.ts";
import type { Column } from "./columns.ts";
import {
  applyChanges,
  buildFault,
  type CellDoubt,
  type CellForm,
  type Changes,
  type Fault,
  findMissing,
  isSameValues,
  type RecordDraft,
  readDraft,
  toUniqueText,
} from "./drafts.ts";
import { enqueueGeocoding } from "./geocoding.ts";
import { messages } from "./messages.ts";
import { findPermitted, findVisibleIds } from "./read.ts";
import { type DatasetView, findView } from "./records/dataset.ts";
import { emitChanges, type RecordVersion, storeRecords, VERSION_COLUMNS } from "./records/dataset-record.ts";
import { findUniqueValues, releaseUniqueValues, tryUniqueValues } from "./records/dataset-unique-value.ts";
import { computePosition, type Position } from "./rules.ts";
import type { CellValue, Values } from "./values.ts";

export type SaveResult =
  | { record: RecordVersion; change: "created" | "updated" | "unchanged" }
  | { fault: Fault };

interface SaveOptions {
  /** The unique column by which records without an id are found. The dataset is locked for `keys`. */
  key?: Column | undefined;
  /** Of records that are created without one. */
  group_id: number;
  form?: CellForm;
  onDoubts?: (index: number, doubts: readonly CellDoubt[]) => void;
}

/** One record on its way: each step that it passes adds what it knows. */
interface Entry {
  index: number;
  draft: RecordDraft;
  changes: Changes;
  before: RecordVersion | null;
  group_id: number;
  values: Values;
  position: Position;
  id: number;
}

export async function saveRecords(
  context: Context<never>,
  view: DatasetView,
  drafts: readonly RecordDraft[],
  { key, group_id, form = "json", onDoubts }: SaveOptions,
): Promise<SaveResult[]> {
  const results: SaveResult[] = Array.from({ length: drafts.length });
  const fail = (index: number, fault: Fault) => {
    results[index] = { fault };
  };
  const read = drafts.flatMap((draft, index) => {
    const outcome = readDraft(draft, view, form);
    if ("changes" in outcome) {
      if (outcome.doubts.length > 0) onDoubts?.(index, outcome.doubts);
      return [{ index, draft, changes: outcome.changes }];
    }
    fail(index, outcome.fault);
    return [];
  });
  const located = await locateTargets(context, view, read, key, fail);
  const groups = await loadGroupIds(context, view);
  const entries = located.flatMap((entry) => decide(view, entry, { group_id, groups, fail }));
  await checkRefs(context, view, entries, fail);
  const open = () => entries.filter(({ index }) => results[index] === undefined);
  const permitted = await findPermitted(
    context,
    view,
    open().map(({ values, position }) => ({ values, lat: position.lat, lng: position.lng })),
  );
  if (permitted !== "all")
    for (const [at, { index }] of open().entries())
      if (!permitted.has(at)) fail(index, buildFault("row_not_permitted", "", messages.not_seen_after));

  const changed = open().filter((entry) => !settleUnchanged(entry, results));
  await numberNew(context, changed);
  await claimUniqueValues(context, view, changed, fail);
  const decided = changed.filter(({ index }) => results[index] === undefined);
  await storeRecords(context, view, decided);
  for (const entry of decided) results[entry.index] = buildResult(context, view, entry);
  emitChanges(
    context,
    view,
    decided.map(({ id, before, position }) => ({
      id,
      change: before === null ? "created" : "updated",
      row_version: (before?.row_version ?? 0) + 1,
      position,
    })),
  );
  if (decided.some(({ position }) => position.geocode_state === "queued")) enqueueGeocoding(context);
  return results;
}

type Read = Pick<Entry, "index" | "draft" | "changes">;
type Located = Read & Pick<Entry, "before">;
type Fail = (index: number, fault: Fault) => void;

/** The records that are named by id or found by key, locked. */
async function locateTargets(
  context: Context<never>,
  view: DatasetView,
  read: readonly Read[],
  key: Column | undefined,
  fail: Fail,
): Promise<Located[]> {
  const { db, business_id } = context;
  const by_key = key === undefined ? new Map<string, number>() : await findByKey(context, view, read, key);
  const getKey = ({ changes }: Read) => {
    const value = key === undefined ? null : (changes.get(key.n) ?? null);
    return value === null ? undefined : toUniqueText(value);
  };
  const getId = (one: Read) => one.draft.id ?? by_key.get(getKey(one) ?? "");
  const ids = [...new Set(read.flatMap((one) => getId(one) ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await db.rows<RecordVersion>(
          `select ${VERSION_COLUMNS} from dataset_record
            where business_id = $1 and dataset_id = $2 and id = any($3::bigint[]) order by id for update`,
          [business_id, view.id, ids],
        );
  const visible = view.row_rule === null ? null : await findVisibleIds(context, view, ids);
  const records = new Map(rows.map((row) => [row.id, row]));
  const seen_names = new Set<number | string>();
  return read.flatMap((one): Located[] => {
    const id = getId(one);
    const field = one.draft.id === undefined ? `values/${key?.key ?? ""}` : "id";
    if (key !== undefined && one.draft.id === undefined && getKey(one) === undefined) {
      fail(one.index, buildFault("does_not_fit", field, messages.key_empty));
      return [];
    }
    const name = id ?? getKey(one);
    if (name !== undefined && seen_names.has(name)) {
      fail(one.index, buildFault("unique_clash", field, messages.earlier_in_request));
      return [];
    }
    if (name !== undefined) seen_names.add(name);
    if (id === undefined) return [{ ...one, before: null }];
    const before = records.get(id);
    if (before === undefined || visible?.has(id) === false) {
      // What a rule hides is not told apart from what does not exist, but its key stays taken.
      fail(
        one.index,
        one.draft.id === undefined
          ? buildFault("unique_clash", field, messages.taken)
          : buildFault("unknown_record", "id", messages.no_record),
      );
      return [];
    }
    const { row_version } = one.draft;
    if (row_version !== undefined && row_version !== before.row_version) {
      fail(
        one.index,
        buildFault(
          "version_conflict",
          "row_version",
          messages.row_version_now.with({ version: before.row_version }),
        ),
      );
      return [];
    }
    return [{ ...one, before }];
  });
}

function findByKey(
  context: Context<never>,
  view: DatasetView,
  read: readonly Read[],
  { n }: Column,
): Promise<Map<string, number>> {
  const values = read.flatMap(({ changes }) => {
    const value = changes.get(n) ?? null;
    return value === null ? [] : [toUniqueText(value)];
  });
  return findUniqueValues(context, view.id, n, values);
}

async function loadGroupIds({ db, business_id }: Context<never>, view: DatasetView): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(
    "select id from dataset_group where business_id = $1 and dataset_id = $2 for key share",
    [business_id, view.id],
  );
  return new Set(rows.map(({ id }) => id));
}

function decide(
  view: DatasetView,
  { index, draft, changes, before }: Located,
  { group_id, groups, fail }: { group_id: number; groups: ReadonlySet<number>; fail: Fail },
): Entry[] {
  const chosen_group_id = draft.group_id ?? before?.group_id ?? group_id;
  if (!groups.has(chosen_group_id)) {
    fail(index, buildFault("unknown_group", "group_id", messages.no_group));
    return [];
  }
  const values = applyChanges(before?.values ?? null, changes);
  const missing = findMissing(view, view.all_columns, { before: before?.values ?? null, changes, values });
  if (missing !== null) {
    fail(index, missing);
    return [];
  }
  const position = computePosition({
    column: view.all_columns.find(({ n }) => n === view.position_n),
    before: before === null ? null : { values: before.values, position: toPosition(before) },
    values,
    pin: draft.pin,
    geocodes_on_write: view.geocodes_on_write,
  });
  return [
    { index, draft, changes, before, group_id: chosen_group_id, values, position, id: before?.id ?? 0 },
  ];
}

const toPosition = ({ lat, lng, geocode_state, geocode_precision }: RecordVersion): Position => ({
  lat,
  lng,
  geocode_state,
  geocode_precision,
});

/** Ids in ref columns name records that the caller sees; they are not deleted meanwhile. */
async function checkRefs(
  context: Context<never>,
  view: DatasetView,
  entries: readonly Entry[],
  fail: Fail,
): Promise<void> {
  const { db, business_id } = context;
  for (const { n, key, type, ref_dataset_id } of view.columns) {
    if (type !== "ref" || ref_dataset_id === null) continue;
    const naming = entries.filter(({ changes }) => typeof changes.get(n) === "number");
    if (naming.length === 0) continue;
    const ids = naming.map(({ changes }) => changes.get(n) as number);
    const target = await findView(context, ref_dataset_id);
    const target_rows =
      target === undefined
        ? []
        : await db.rows<{ id: number }>(
            `select id from dataset_record where business_id = $1 and dataset_id = $2 and id = any($3::bigint[])
              order by id for key share`,
            [business_id, target.id, ids],
          );
    const visible =
      target === undefined || target_rows.length === 0
        ? new Set<number>()
        : await findVisibleIds(
            context,
            target,
            target_rows.map(({ id }) => id),
          );
    for (const { index, changes } of naming)
      if (!visible.has(changes.get(n) as number))
        fail(index, buildFault("does_not_fit", `values/${key}`, messages.no_record_of_other));
  }
}

function settleUnchanged(
  { index, before, values, group_id, position }: Entry,
  results: SaveResult[],
): boolean {
  if (before === null || before.group_id !== group_id || !isSameValues(before.values, values)) return false;
  const is_same =
    before.geocode_state === position.geocode_state &&
    before.lat === position.lat &&
    before.lng === position.lng;
  if (is_same) results[index] = { record: before, change: "unchanged" };
  return is_same;
}

async function numberNew({ db }: Context<never>, entries: readonly Entry[]): Promise<void> {
  const created = entries.filter(({ before }) => before === null);
  if (created.length === 0) return;
  const ids = await db.rows<{ id: number }>(
    "select nextval(pg_get_serial_sequence('dataset_record', 'id')) as id from generate_series(1, $1)",
    [created.length],
  );
  for (const [at, entry] of created.entries()) entry.id = ids[at]?.id ?? 0;
}

const uniqueValue = (values: Values | undefined, n: number): CellValue | undefined => values?.[`c${n}`];

/** Former values are given up first, so that two records can exchange theirs in one call. */
async function claimUniqueValues(
  context: Context<never>,
  view: DatasetView,
  entries: readonly Entry[],
  fail: Fail,
): Promise<void> {
  const unique = view.all_columns.filter((column) => column.unique);
  if (unique.length === 0 || entries.length === 0) return;
  const unique_entries = entries.flatMap(({ index, id, before, values }) =>
    unique.flatMap(({ n, key }) => {
      const [former, now] = [uniqueValue(before?.values, n), uniqueValue(values, n)];
      if (former === now) return [];
      return [{ index, id, n, key, former, now }];
    }),
  );
  const released = unique_entries.filter(({ former }) => former !== undefined);
  if (released.length > 0) await releaseUniqueValues(context, view.id, released);
  const claim = (rows: readonly { n: number; id: number; value: CellValue }[]) =>
    tryUniqueValues(
      context,
      view.id,
      rows.map((row) => ({ ...row, value: toUniqueText(row.value) })),
    );
  const wanted_values = unique_entries.flatMap((one) =>
    one.now === undefined ? [] : [{ ...one, value: one.now }],
  );
  const claimed = await claim(wanted_values);
  const clashing = new Set<number>();
  for (const { index, id, n, key } of wanted_values) {
    if (claimed.has(`${n}/${id}`)) continue;
    clashing.add(index);
    fail(index, buildFault("unique_clash", `values/${key}`, messages.taken_by_record));
  }
  if (clashing.size === 0) return;
  await restoreUniqueValues(
    context,
    view,
    unique_entries.filter(({ index }) => clashing.has(index)),
    claim,
  );
}

/** A record that is not written keeps its values; another record of the call may have taken one meanwhile. */
async function restoreUniqueValues(
  context: Context<never>,
  view: DatasetView,
  unique_entries: readonly { id: number; n: number; former: CellValue | undefined }[],
  claim: (rows: { n: number; id: number; value: CellValue }[]) => Promise<Set<string>>,
): Promise<void> {
  await releaseUniqueValues(context, view.id, unique_entries);
  const former_values = unique_entries.flatMap(({ id, n, former }) =>
    former === undefined ? [] : [{ id, n, value: former }],
  );
  const restored = await claim(former_values);
  if (restored.size < former_values.length)
    throw context.refuse("invalid_request", {
      message: messages.unique_swap,
    });
}

function buildResult({ now, actor }: Context<never>, view: DatasetView, entry: Entry): SaveResult {
  const { id, before, group_id, values, position } = entry;
  const updated_at =
    before !== null && new Date(before.updated_at) > now ? before.updated_at : now.toISOString();
  return {
    change: before === null ? "created" : "updated",
    record: {
      id,
      dataset_id: view.id,
      group_id,
      values,
      ...position,
      row_version: (before?.row_version ?? 0) + 1,
      created_at: before?.created_at ?? updated_at,
      updated_at,
      updated_by: actor.account_id,
    },
  };
}
