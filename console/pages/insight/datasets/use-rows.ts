/** The rows of a sheet that are on screen, and edits with their reversal. */
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { client } from "../../../api/client.ts";
import { notifyFailure, notifyWarning } from "../../../parts/toast.ts";
import { toText } from "./cells.ts";
import { BLOCK, type DatasetRecord, datasetKey, rowsQuery } from "./queries.ts";
import type { DatasetSearch } from "./search.ts";
import { text } from "./text.ts";

export interface CellChange {
  record: DatasetRecord;
  key: string;
  value: string;
}

/** What takes an edit back. */
type Reversal = { cells: { id: number; values: Record<string, string> }[]; created: number[] };

/** A text that the service did not take, by `id/key`. */
export type Rejected = ReadonlyMap<string, { value: string; message: string }>;

const UNDO_MAX = 50;
const PARTS = 500;

export function useRows(
  dataset_id: number,
  search: DatasetSearch,
  { from, to }: { from: number; to: number },
) {
  const first = Math.floor(from / BLOCK);
  const last = Math.max(first, Math.floor(Math.max(0, to - 1) / BLOCK));
  const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const queries = useQueries({ queries: blocks.map((block) => rowsQuery(dataset_id, search, block)) });
  const total = queries.find(({ data }) => data !== undefined)?.data?.total;
  const refs = new Map(
    queries
      .flatMap(({ data }) => data?.refs ?? [])
      .map((ref) => [`${ref.dataset_id}/${ref.record_id}`, ref.label]),
  );
  const find = (index: number): DatasetRecord | undefined =>
    queries[Math.floor(index / BLOCK) - first]?.data?.records[index % BLOCK];
  const failed_query = queries.find(({ error }) => error !== null);
  return {
    total,
    find,
    refs,
    error: failed_query?.error ?? null,
    refetch: () => void failed_query?.refetch(),
  };
}

/** Group changes of one record into one. */
function byRecord(changes: readonly CellChange[]) {
  const records = new Map<
    number,
    { id: number; values: Record<string, string>; before: Record<string, string> }
  >();
  for (const { record, key, value } of changes) {
    const one = records.get(record.id) ?? { id: record.id, values: {}, before: {} };
    one.values[key] = value;
    one.before[key] = toText(record.values[key]);
    records.set(record.id, one);
  }
  return [...records.values()];
}

export function useEdits(dataset_id: number, group_id: number | undefined) {
  const queries = useQueryClient();
  const [rejected, setRejected] = useState<Rejected>(new Map());
  const [saving, setSaving] = useState(0);
  const undo = useRef<Reversal[]>([]);
  const [undoable, setUndoable] = useState(0);

  const work = async (act: () => Promise<Reversal | null>) => {
    setSaving((n) => n + 1);
    try {
      const reversal = await act();
      if (reversal !== null && reversal.cells.length + reversal.created.length > 0)
        undo.current = [...undo.current.slice(1 - UNDO_MAX), reversal];
    } catch (error) {
      notifyFailure(error, text.not_saved);
    } finally {
      setUndoable(undo.current.length);
      setSaving((n) => n - 1);
      await queries.invalidateQueries({ queryKey: datasetKey(dataset_id) });
    }
  };

  const saveCells = async (changes: readonly CellChange[]): Promise<Reversal["cells"]> => {
    const records = byRecord(changes);
    const wrong = new Map(rejected);
    for (const { id, values } of records) for (const key of Object.keys(values)) wrong.delete(`${id}/${key}`);
    const reversed_cells: Reversal["cells"] = [];
    for (let at = 0; at < records.length; at += PARTS) {
      const part = records.slice(at, at + PARTS);
      const answer = await client.datasetRecordsUpdate({
        dataset_id,
        as_text: true,
        records: part.map(({ id, values }) => ({ id, values })),
      });
      for (const [index, { result, errors, message }] of answer.records.entries()) {
        const { id = 0, values = {}, before = {} } = part[index] ?? {};
        if (result) {
          reversed_cells.push({ id, values: before });
          continue;
        }
        for (const key of Object.keys(values)) {
          const own_error = errors.find(({ field }) => field === `values/${key}`);
          wrong.set(`${id}/${key}`, {
            value: values[key] ?? "",
            message: own_error?.message ?? message ?? text.not_saved,
          });
        }
      }
    }
    setRejected(wrong);
    return reversed_cells;
  };

  /** Rows beyond the last; those that do not fit are named. */
  const create = async (rows: readonly Record<string, string>[]): Promise<number[]> => {
    const created: number[] = [];
    const faults: string[] = [];
    for (let at = 0; at < rows.length; at += PARTS) {
      const answer = await client.datasetRecordsSave({
        dataset_id,
        as_text: true,
        ...(group_id === undefined ? {} : { group_id }),
        records: rows.slice(at, at + PARTS).map((values) => ({ values })),
      });
      for (const { id, result, errors } of answer.records) {
        if (result && id !== null) created.push(id);
        else
          faults.push(
            errors.map(({ field, message }) => `${field.replace("values/", "")} ${message}`).join("; "),
          );
      }
    }
    if (faults.length > 0)
      notifyWarning(faults.slice(0, 3).join(" · "), text.rows_refused({ n: faults.length }));
    return created;
  };

  return {
    rejected,
    is_saving: saving > 0,
    undoable,
    save: (changes: readonly CellChange[], added: readonly Record<string, string>[] = []) =>
      work(async () => ({
        cells: changes.length === 0 ? [] : await saveCells(changes),
        created: added.length === 0 ? [] : await create(added),
      })),
    undo: () =>
      work(async () => {
        const last = undo.current.at(-1);
        undo.current = undo.current.slice(0, -1);
        if (last === undefined) return null;
        for (let at = 0; at < last.created.length; at += PARTS)
          await client.datasetRecordsDelete({ dataset_id, record_ids: last.created.slice(at, at + PARTS) });
        for (let at = 0; at < last.cells.length; at += PARTS)
          await client.datasetRecordsUpdate({
            dataset_id,
            as_text: true,
            records: last.cells.slice(at, at + PARTS),
          });
        setRejected(new Map());
        return null;
      }),
  };
}
