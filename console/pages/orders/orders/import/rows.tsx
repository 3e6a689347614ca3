/** The rows of the file: a bad value is a field with its problem below; any other becomes a field when it is clicked. */
import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { memo, useEffect, useRef, useState } from "react";
import { IconCircleCheck, IconTableOff } from "#icons";
import { fillText } from "../../../../language/texts.ts";
import { number } from "../../../../parts/format.ts";
import { Pager } from "../../../../parts/pager.tsx";
import { Empty } from "../../../../parts/states.tsx";
import type { CellDoubt, Fault } from "./build-draft.ts";
import { FIELDS, type Field, type Mapping } from "./fields.ts";
import { listChoices } from "./list-choices.ts";
import { text } from "./text.ts";
import type { Row, Settled } from "./use-import.ts";

const PAGE_ROWS = 50;

export function Rows({
  rows,
  mapping,
  listFaults,
  listDoubts,
  edit,
  settle,
  good,
  bad,
  doubtful,
}: {
  rows: readonly Row[];
  mapping: Mapping;
  listFaults: (row: Row) => readonly Fault[];
  listDoubts: (row: Row) => readonly CellDoubt[];
  edit: (id: number, field: Field, value: string) => void;
  settle: (settled: Settled) => void;
  good: number;
  bad: number;
  doubtful: number;
}) {
  const [chosen_filter, setChosenFilter] = useState<"all" | "bad" | "doubtful" | "good" | null>(null);
  const [page, setPage] = useState(1);
  /** Rows that were edited since the filter was chosen: they stay where they are. */
  const [kept_ids, setKeptIds] = useState<ReadonlySet<number>>(new Set());
  const is_whole = rows.every(({ is_checked }) => is_checked) || kept_ids.size > 0;
  const filter =
    chosen_filter ?? (is_whole && bad > 0 ? "bad" : is_whole && doubtful > 0 ? "doubtful" : "all");
  const classify = (row: Row) => {
    if (listFaults(row).length > 0) return "bad";
    if (!row.is_checked) return null;
    return listDoubts(row).length > 0 ? "doubtful" : "good";
  };
  const visible_rows = rows.filter(
    (row) => filter === "all" || kept_ids.has(row.id) || classify(row) === filter,
  );
  const pages = Math.max(1, Math.ceil(visible_rows.length / PAGE_ROWS));
  const current = Math.min(page, pages);
  const part = visible_rows.slice((current - 1) * PAGE_ROWS, current * PAGE_ROWS);
  const used = new Set<Field>(mapping.filter((field) => field !== null));
  // A field without a column is asked for where it is missing.
  for (const row of part)
    for (const { field } of [...listFaults(row), ...listDoubts(row)]) if (field !== null) used.add(field);
  const fields = FIELDS.filter((field) => used.has(field));
  const save = (id: number, field: Field, value: string) => {
    setKeptIds((was) => new Set(was).add(id));
    edit(id, field, value);
  };
  return (
    <>
      <div className="filters import-filters">
        <SegmentedControl
          aria-label={text.rows.shown}
          value={filter}
          onChange={(value) => {
            setChosenFilter(value as typeof chosen_filter);
            setKeptIds(new Set());
            setPage(1);
          }}
          data={[
            { value: "all", label: text.rows.all({ n: number(rows.length) }) },
            { value: "bad", label: text.rows.bad({ n: number(bad) }) },
            { value: "doubtful", label: text.rows.doubtful({ n: number(doubtful) }) },
            { value: "good", label: text.rows.good({ n: number(good) }) },
          ]}
        />
      </div>
      {part.length === 0 ? (
        <Empty
          icon={filter === "good" ? IconTableOff : IconCircleCheck}
          title={
            filter === "bad"
              ? text.rows.none_bad
              : filter === "doubtful"
                ? text.rows.none_doubtful
                : text.rows.none_good
          }
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
        <section className="import-scroll" aria-label={text.rows.title} tabIndex={0}>
          <table className="import-table">
            <thead>
              <tr>
                <th scope="col">{text.rows.line}</th>
                {fields.map((field) => (
                  <th key={field} scope="col">
                    {text.fields[field]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {part.map((row) => (
                <TableRow
                  key={row.id}
                  row={row}
                  fields={fields}
                  faults={listFaults(row)}
                  doubts={listDoubts(row)}
                  save={save}
                  settle={(doubt, choice) => {
                    setKeptIds((was) => new Set(was).add(row.id));
                    settle(new Map([[row.id, { doubt, text: choice }]]));
                  }}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {visible_rows.length > PAGE_ROWS ? (
        <Pager
          page={current}
          per_page={PAGE_ROWS}
          total={visible_rows.length}
          onPage={setPage}
          noun={text.rows.noun}
        />
      ) : null}
    </>
  );
}

function TableRow({
  row,
  fields,
  faults,
  doubts,
  save,
  settle,
}: {
  row: Row;
  fields: readonly Field[];
  faults: readonly Fault[];
  doubts: readonly CellDoubt[];
  save: (id: number, field: Field, value: string) => void;
  settle: (doubt: CellDoubt, choice: string | null) => void;
}) {
  const of_row = faults.filter(({ field }) => field === null);
  return (
    <tr>
      <th scope="row">
        <span className="row tight nowrap num">
          {row.line}
          {row.is_checked && faults.length === 0 && doubts.length === 0 ? (
            <IconCircleCheck size={14} color="var(--ph-good)" aria-label={text.rows.is_good} />
          ) : null}
        </span>
        {of_row.map(({ message }) => (
          <span key={message} className="import-fault">
            {message}
          </span>
        ))}
      </th>
      {fields.map((field) => (
        <td key={field}>
          <Cell
            id={row.id}
            line={row.line}
            field={field}
            value={row.values[field] ?? ""}
            problem={faults
              .filter((fault) => fault.field === field)
              .map(({ message }) => message)
              .join(" ")}
            save={save}
          />
          {doubts
            .filter((doubt) => doubt.field === field)
            .map((doubt) => (
              <DoubtOfCell key={doubt.code} doubt={doubt} settle={settle} />
            ))}
        </td>
      ))}
    </tr>
  );
}

/** Reading as another text, or keeping the value, of this cell alone. */
function DoubtOfCell({
  doubt,
  settle,
}: {
  doubt: CellDoubt;
  settle: (doubt: CellDoubt, choice: string | null) => void;
}) {
  const { code, value, choices } = doubt;
  return (
    <div className="stack tight" style={{ gap: 4 }}>
      <span className="import-warning">
        {fillText(text.doubts.codes[code], { value, choices: listChoices(choices) })}
      </span>
      {code === "ref_exists" ? null : (
        <span className="row tight import-choices">
          {choices.map((choice) => (
            <Button key={choice} size="compact-xs" variant="default" onClick={() => settle(doubt, choice)}>
              {choice === "" ? text.doubts.empty : choice}
            </Button>
          ))}
          {choices.length > 0 && choices[0] !== "" ? null : (
            <Button size="compact-xs" variant="default" onClick={() => settle(doubt, null)}>
              {text.doubts.keep}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

const Cell = memo(function Cell({
  id,
  line,
  field,
  value,
  problem,
  save,
}: {
  id: number;
  line: number;
  field: Field;
  value: string;
  problem: string;
  save: (id: number, field: Field, value: string) => void;
}) {
  const [is_open, setOpen] = useState(false);
  const [written, setWritten] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setWritten(value), [value]);
  useEffect(() => {
    if (is_open) input.current?.focus();
  }, [is_open]);
  const label = text.fields[field];
  if (problem === "" && !is_open) {
    return (
      <button
        type="button"
        className="import-cell"
        aria-label={text.rows.change({ field: label, line: String(line), value: value || "–" })}
        onClick={() => setOpen(true)}
      >
        {value}
      </button>
    );
  }
  const submit = () => {
    setOpen(false);
    if (written !== value) save(id, field, written.trim());
  };
  return (
    <TextInput
      // No member of a request: a cell of the file, from which several members are read.
      ref={input}
      size="xs"
      aria-label={text.rows.cell({ field: label, line: String(line) })}
      error={problem || undefined}
      value={written}
      onChange={(event) => setWritten(event.currentTarget.value)}
      onBlur={submit}
      onKeyDown={(event) => {
        if (event.key === "Enter") submit();
        else if (event.key === "Escape") {
          setWritten(value);
          setOpen(false);
        }
      }}
    />
  );
});
