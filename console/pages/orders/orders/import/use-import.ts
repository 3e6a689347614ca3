/** The rows of an import: each is checked by the service as it is edited, and the good ones become orders. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ClientBatchOrderCreateOutput } from "../../../../../packages/client/client.gen.ts";
import { ApiError } from "../../../../../packages/client/transport.ts";
import { client } from "../../../../api/client.ts";
import { toSentence } from "../../../../parts/errors.ts";
import type { OrderDraft } from "../queries.ts";
import {
  buildDraft,
  type CellDoubt,
  type DraftOptions,
  type Fault,
  findField,
  type Values,
} from "./build-draft.ts";
import { FIELDS, type Field, type Mapping } from "./fields.ts";
import type { FileTable } from "./read-table.ts";

export interface Row {
  id: number;
  /** Its number in the file, as a spreadsheet shows it. */
  line: number;
  /** As the file has them, also of columns that are not imported. */
  cells: readonly string[];
  values: Values;
  is_checked: boolean;
  faults: readonly Fault[];
  doubts: readonly CellDoubt[];
  /** Doubts that a person has settled by keeping the value; see `toAccepted`. */
  accepted: ReadonlySet<string>;
  /** An order that exists, which the row changes instead of creating one. */
  update_order_id: number | null;
}

/** By row: the text that is put for the value; null keeps it. */
export type Settled = ReadonlyMap<number, { doubt: CellDoubt; text: string | null }>;

/** A value is kept as it is, not whatever comes after it. */
const toAccepted = ({ field, code, value }: CellDoubt) => `${field} ${code} ${value}`;

const isOpen = (row: Row) => (doubt: CellDoubt) => !row.accepted.has(toAccepted(doubt));

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
    table.rows.map(({ line, cells }, index) => ({
      id: index,
      line,
      cells,
      values: readValues(cells, mapping),
      is_checked: false,
      faults: [],
      doubts: [],
      accepted: new Set<string>(),
      update_order_id: null,
    })),
  );
  const [created, setCreated] = useState(0);
  const [updated, setUpdated] = useState(0);
  const [skipped, setSkipped] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const [creating, setCreating] = useState<{ done: number; of: number } | null>(null);
  const is_busy = useRef(false);
  /** What was sent and not answered: it is sent again as it was, so that no order is created twice. */
  const unanswered = useRef<Part | null>(null);

  const applyResults = useCallback(
    (part: readonly Row[], found_by_row: ReadonlyMap<number, Pick<Row, "faults" | "doubts">>) =>
      setRows((now) =>
        now.map((row) => {
          const row_result = found_by_row.get(row.id);
          // A row that was edited meanwhile is checked again.
          return row_result === undefined || !part.some((one) => one === row)
            ? row
            : { ...row, is_checked: true, ...row_result };
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
              {
                faults: joinFaults(
                  part[index]?.values ?? {},
                  drafts[index]?.faults ?? [],
                  orders[index],
                  latest.current.say,
                ),
                doubts: joinDoubts(part[index]?.values ?? {}, drafts[index]?.doubts ?? [], orders[index]),
              },
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

  const listDoubts = useCallback((row: Row): readonly CellDoubt[] => row.doubts.filter(isOpen(row)), []);

  /** Settles doubts of many rows at once: with the text of a choice, or by keeping the value. */
  const settle = useCallback((settled: Settled) => {
    setRows((now) =>
      now.map((row) => {
        const one = settled.get(row.id);
        if (one === undefined) return row;
        const { doubt, text } = one;
        if (text === null || text === doubt.value)
          return { ...row, accepted: new Set(row.accepted).add(toAccepted(doubt)) };
        return { ...row, values: { ...row.values, [doubt.field]: text }, is_checked: false };
      }),
    );
  }, []);

  const skip = useCallback((ids: ReadonlySet<number>) => {
    setRows((now) => now.filter(({ id }) => !ids.has(id)));
    setSkipped((was) => was + ids.size);
  }, []);

  /** The rows change the orders that have their references. */
  const markUpdates = useCallback((orders: ReadonlyMap<number, number>) => {
    setRows((now) =>
      now.map((row) => {
        const update_order_id = orders.get(row.id);
        if (update_order_id === undefined) return row;
        const accepted_doubts = row.doubts.filter(({ code }) => code === "ref_exists").map(toAccepted);
        return { ...row, update_order_id, accepted: new Set([...row.accepted, ...accepted_doubts]) };
      }),
    );
  }, []);

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
          doubts: [],
        };
      }),
    );
  }, []);

  const create = async (): Promise<number> => {
    const good = rows.filter(
      (row) => row.is_checked && listFaults(row).length === 0 && listDoubts(row).length === 0,
    );
    let done_count = 0;
    const waiting = good.filter(({ update_order_id }) => update_order_id === null);
    setError(null);
    setCreating({ done: done_count, of: good.length });
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
        done_count += n;
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
        setCreating({ done: done_count, of: good.length });
      }
      for (const row of good.filter(({ update_order_id }) => update_order_id !== null)) {
        const faults = await updateOrder(row, latest.current);
        if (faults.length === 0) {
          done_count += 1;
          setUpdated((was) => was + 1);
        }
        setRows((now) =>
          faults.length === 0
            ? now.filter(({ id }) => id !== row.id)
            : now.map((one) => (one.id === row.id ? { ...one, faults } : one)),
        );
        setCreating({ done: done_count, of: good.length });
      }
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setCreating(null);
    }
    return done_count;
  };

  return {
    rows,
    listFaults,
    listDoubts,
    settle,
    skip,
    markUpdates,
    edit,
    remap,
    create,
    creating,
    created,
    updated,
    skipped,
    error,
    retry: () => setError(null),
  };
}

/** Changes the order that has the reference; its parcels, service and times at the stop stay as they are. */
async function updateOrder(row: Row, options: DraftOptions): Promise<Fault[]> {
  const { pickup, dropoff, scheduled_date, ref, requirements, ...more } = buildDraft(
    row.values,
    options,
  ).draft;
  const { cod_minor, insured_value_minor, delivery_instruction, note, customer_id } = more;
  const changes = {
    ...(pickup ? { pickup } : {}),
    ...(dropoff ? { dropoff } : {}),
    ...Object.fromEntries(
      Object.entries({
        ...{ scheduled_date, ref, requirements, cod_minor, insured_value_minor },
        ...{ delivery_instruction, note, customer_id },
      }).filter(([, value]) => value !== undefined),
    ),
  };
  try {
    await client.clientOrderUpdate({ order_id: row.update_order_id ?? 0, ...changes });
    return [];
  } catch (error) {
    const is_refusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (!is_refusal) throw error;
    const errors = error.errors.map(({ field = "", message }) => ({
      field: findField(field, isField),
      message: toSentence(message),
    }));
    return errors.length > 0 ? errors : [{ field: null, message: error.message }];
  }
}

/** What the browser read with a doubt, and what the service doubts; of a field only the first. */
function joinDoubts(
  values: Values,
  own_doubts: readonly CellDoubt[],
  result: ClientBatchOrderCreateOutput["orders"][number] | undefined,
): CellDoubt[] {
  const doubts = [...own_doubts];
  for (const { field: member, code, order_id } of result?.doubts ?? []) {
    const field = findField(member, isField);
    // The page finds repeated references itself, in all rows and as they are changed.
    if (code === "ref_twice") continue;
    if (field === null || doubts.some((doubt) => doubt.field === field)) continue;
    const existing = order_id === undefined || order_id === null ? {} : { order_id };
    doubts.push({ field, code, value: values[field]?.trim() ?? "", choices: [], ...existing });
  }
  return doubts;
}

/** What the browser could not read, and what the service refuses; of a value that could not be read, only the first. */
function joinFaults(
  values: Values,
  own_faults: readonly Fault[],
  result: ClientBatchOrderCreateOutput["orders"][number] | undefined,
  say: DraftOptions["say"],
): Fault[] {
  const faults = [...own_faults];
  for (const { field = "", message } of result?.errors ?? []) {
    const field_of_path = findField(field, isField);
    // The service names the pattern of these, which is for programs.
    const pattern =
      field_of_path === "country" ? "not_a_country" : field_of_path === "pin" ? "not_a_pin" : null;
    const words =
      pattern !== null && /pattern/.test(message)
        ? say(pattern, values[field_of_path ?? "pin"] ?? "")
        : field_of_path === null && field !== ""
          ? `${field} ${message}`
          : toSentence(message);
    const is_known = field_of_path !== null && own_faults.some((fault) => fault.field === field_of_path);
    if (!is_known && !faults.some((fault) => fault.field === field_of_path && fault.message === words))
      faults.push({ field: field_of_path, message: words });
  }
  return faults;
}
