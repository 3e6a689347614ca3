/** The rows of an import: each is checked by the service as it is edited, and the good ones become orders. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ClientBatchOrderCreateOutput } from "../../../../../packages/client/client.gen.ts";
import { client } from "../../../../api/client.ts";
import type { OrderDraft } from "../../../../api/orders.ts";
import { toSentence } from "../../../../parts/errors.ts";
import { buildDraft, type DraftOptions, type Fault, findField, type Values } from "./build-draft.ts";
import { FIELDS, type Field, type Mapping } from "./fields.ts";
import type { FileTable } from "./read-table.ts";

export interface Row {
  id: number;
  /** In the file, from 1; the heads are line 1. */
  line: number;
  /** As the file has them, also of columns that are not imported. */
  cells: readonly string[];
  values: Values;
  is_checked: boolean;
  faults: readonly Fault[];
}

/** What one call takes. */
const PART_ROWS = 100;

const isField = (word: string): word is Field => FIELDS.some((field) => field === word);

const readValues = (cells: readonly string[], mapping: Mapping): Values =>
  Object.fromEntries(
    mapping.flatMap((field, index) => (field === null ? [] : [[field, cells[index] ?? ""]])),
  );

/** References that stand in several rows. */
function listRepeated(rows: readonly Row[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { values } of rows) {
    const ref = values.ref?.trim();
    if (ref) counts.set(ref, (counts.get(ref) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([ref, n]) => (n > 1 ? [ref] : [])));
}

interface Part {
  key: string;
  ids: readonly number[];
  orders: readonly OrderDraft[];
}

export function useImport(table: FileTable, mapping: Mapping, options: DraftOptions, is_ready: boolean) {
  const latest = useRef(options);
  latest.current = options;
  const [rows, setRows] = useState<readonly Row[]>(() =>
    table.rows.map((cells, index) => ({
      id: index,
      line: index + 2,
      cells,
      values: readValues(cells, mapping),
      is_checked: false,
      faults: [],
    })),
  );
  const [created, setCreated] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const [creating, setCreating] = useState<{ done: number; of: number } | null>(null);
  const is_busy = useRef(false);
  /** What was sent and not answered: it is sent again as it was, so that no order is created twice. */
  const unanswered = useRef<Part | null>(null);

  const applyResults = useCallback(
    (part: readonly Row[], faults: ReadonlyMap<number, readonly Fault[]>) =>
      setRows((now) =>
        now.map((row) => {
          const found = faults.get(row.id);
          // A row that was edited meanwhile is checked again.
          return found === undefined || !part.some((one) => one === row)
            ? row
            : { ...row, is_checked: true, faults: found };
        }),
      ),
    [],
  );

  useEffect(() => {
    if (!is_ready || is_busy.current || error !== null || creating !== null) return;
    const part = rows.filter(({ is_checked }) => !is_checked).slice(0, PART_ROWS);
    if (part.length === 0) return;
    is_busy.current = true;
    const drafts = part.map(({ values }) => buildDraft(values, latest.current));
    client.clientBatchOrderCreate({ orders: drafts.map(({ draft }) => draft) }, { dry_run: true }).then(
      ({ orders }) => {
        is_busy.current = false;
        applyResults(
          part,
          new Map(
            part.map(({ id }, index) => [
              id,
              joinFaults(
                part[index]?.values ?? {},
                drafts[index]?.faults ?? [],
                orders[index],
                latest.current.say,
              ),
            ]),
          ),
        );
      },
      (failure: Error) => {
        is_busy.current = false;
        setError(failure);
      },
    );
  }, [rows, error, creating, is_ready, applyResults]);

  const repeated = useMemo(() => listRepeated(rows), [rows]);
  const listFaults = useCallback(
    ({ values, faults }: Row): readonly Fault[] => {
      const ref = values.ref?.trim() ?? "";
      return repeated.has(ref)
        ? [...faults, { field: "ref", message: latest.current.say("ref_twice", ref) }]
        : faults;
    },
    [repeated],
  );

  const edit = useCallback((id: number, field: Field, value: string) => {
    setRows((now) =>
      now.map((row) =>
        row.id === id && (row.values[field] ?? "") !== value
          ? { ...row, values: { ...row.values, [field]: value }, is_checked: false }
          : row,
      ),
    );
  }, []);

  /** Another field for a column; what was edited in other columns stays. */
  const remap = useCallback((column: number, before: Field | null, field: Field | null) => {
    setRows((now) =>
      now.map((row) => {
        const { [before as Field]: edited, ...others } = row.values;
        const value = before === null ? (row.cells[column] ?? "") : (edited ?? "");
        return {
          ...row,
          values: field === null ? others : { ...others, [field]: value },
          is_checked: false,
          faults: [],
        };
      }),
    );
  }, []);

  const create = async (): Promise<number> => {
    const good = rows.filter((row) => row.is_checked && listFaults(row).length === 0);
    let done = 0;
    const waiting = [...good];
    setError(null);
    setCreating({ done, of: good.length });
    try {
      while (unanswered.current !== null || waiting.length > 0) {
        const part: Part =
          unanswered.current ??
          ((rows_of_part) => ({
            key: crypto.randomUUID(),
            ids: rows_of_part.map(({ id }) => id),
            orders: rows_of_part.map(({ values }) => buildDraft(values, latest.current).draft),
          }))(waiting.splice(0, PART_ROWS));
        unanswered.current = part;
        const { orders } = await client.clientBatchOrderCreate(
          { orders: [...part.orders] },
          { idempotency_key: part.key },
        );
        unanswered.current = null;
        const results = new Map(part.ids.map((id, index) => [id, orders[index]]));
        const n = orders.filter(({ result }) => result).length;
        done += n;
        setCreated((was) => was + n);
        setRows((now) =>
          now.flatMap((row) => {
            const result = results.get(row.id);
            if (result === undefined) return [row];
            return result.result
              ? []
              : [
                  {
                    ...row,
                    is_checked: true,
                    faults: joinFaults(row.values, [], result, latest.current.say),
                  },
                ];
          }),
        );
        for (let index = waiting.length - 1; index >= 0; index -= 1)
          if (results.has(waiting[index]?.id ?? -1)) waiting.splice(index, 1);
        setCreating({ done, of: good.length });
      }
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setCreating(null);
    }
    return done;
  };

  return {
    rows,
    listFaults,
    edit,
    remap,
    create,
    creating,
    created,
    error,
    retry: () => setError(null),
  };
}

/** What the browser could not read, and what the service refuses; of a value that could not be read, only the first. */
function joinFaults(
  values: Values,
  own: readonly Fault[],
  result: ClientBatchOrderCreateOutput["orders"][number] | undefined,
  say: DraftOptions["say"],
): Fault[] {
  const faults = [...own];
  for (const { field = "", message } of result?.errors ?? []) {
    const found = findField(field, isField);
    // The service names the pattern of these, which is for programs.
    const pattern = found === "country" ? "not_a_country" : found === "pin" ? "not_a_pin" : null;
    const words =
      pattern !== null && /pattern/.test(message)
        ? say(pattern, values[found ?? "pin"] ?? "")
        : found === null && field !== ""
          ? `${field} ${message}`
          : toSentence(message);
    const is_known = found !== null && own.some((fault) => fault.field === found);
    if (!is_known && !faults.some((fault) => fault.field === found && fault.message === words))
      faults.push({ field: found, message: words });
  }
  return faults;
}
