/**
 * The records of a dataset as a spreadsheet: arrows move, typing or Enter edits, Tab goes on, Delete empties, Shift extends
 * the selection, and blocks are copied to and pasted from a spreadsheet. Rows are drawn as they come on screen.
 */

import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { IconArrowDown, IconArrowUp, IconPin, IconPlus } from "#icons";
import { number } from "../../../parts/format.ts";
import { useWindow } from "../../../parts/grid/window.ts";
import { Failure } from "../../../parts/states.tsx";
import { computeWidth, formatBlock, parseBlock, toText } from "./cells.ts";
import type { Dataset, DatasetColumn, DatasetRecord } from "./queries.ts";
import type { DatasetSearch } from "./search.ts";
import { text } from "./text.ts";
import { type CellChange, type useEdits, useRows } from "./use-rows.ts";
import "./sheet.css";

const ROW = 34;
const PASTE_MAX = 5000;

export interface Place {
  row: number;
  column: number;
}

export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const toBlock = (one: Place, other: Place): Block => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
});

export function Sheet({
  dataset,
  search,
  edits,
  onSort,
  onColumn,
  onChosen,
}: {
  dataset: Dataset;
  search: DatasetSearch;
  edits: ReturnType<typeof useEdits>;
  onSort: (sort: string | undefined) => void;
  /** The settings of a column are asked for; null: a new one. */
  onColumn: ((column: DatasetColumn | null) => void) | null;
  onChosen: (records: DatasetRecord[]) => void;
}) {
  const { columns, can_write } = dataset;
  const scroller = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(dataset.records);
  const window = useWindow(scroller, ROW, count + 1, true);
  const rows = useRows(dataset.id, search, window);
  const total = rows.total ?? count;
  if (total !== count) setCount(total);
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Place | null>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const chosen_block = toBlock(at, anchor ?? at);
  const last_row = can_write ? total : Math.max(0, total - 1);

  const choose = (place: Place, extend: boolean) => {
    const row = Math.max(0, Math.min(last_row, place.row));
    const column = Math.max(0, Math.min(columns.length - 1, place.column));
    const from = extend ? (anchor ?? at) : null;
    setAt({ row, column });
    setAnchor(from);
    const block = toBlock({ row, column }, from ?? { row, column });
    onChosen(from === null ? [] : listRecords(block));
    reveal(scroller.current, row, column, columns);
  };
  const listRecords = ({ top, bottom }: Block) =>
    Array.from({ length: bottom - top + 1 }, (_, index) => rows.find(top + index)).filter(
      (one) => one !== undefined,
    );

  const change = (row: number, column: DatasetColumn, value: string): CellChange[] => {
    const record = rows.find(row);
    return record === undefined || !column.can_write || toText(record.values[column.key]) === value
      ? []
      : [{ record, key: column.key, value }];
  };
  const commit = (value: string) => {
    setEditing(null);
    const column = columns[at.column];
    if (column === undefined) return;
    if (at.row >= total) {
      if (value.trim() !== "") void edits.save([], [{ [column.key]: value }]);
    } else {
      const changes = change(at.row, column, value);
      if (changes.length > 0) void edits.save(changes);
    }
  };
  const clear = () => {
    const changes: CellChange[] = [];
    for (let row = chosen_block.top; row <= chosen_block.bottom; row += 1)
      for (const column of columns.slice(chosen_block.left, chosen_block.right + 1))
        changes.push(...change(row, column, ""));
    if (changes.length > 0) void edits.save(changes);
  };
  const paste = (event: ClipboardEvent) => {
    if (editing !== null || !can_write) return;
    event.preventDefault();
    const cells = parseBlock(event.clipboardData.getData("text/plain")).slice(0, PASTE_MAX);
    const changes: CellChange[] = [];
    const added: Record<string, string>[] = [];
    for (const [down, line] of cells.entries()) {
      const row = chosen_block.top + down;
      const pairs = line.flatMap((value, across) => {
        const column = columns[chosen_block.left + across];
        return column?.can_write ? [{ column, value }] : [];
      });
      if (row < total) changes.push(...pairs.flatMap(({ column, value }) => change(row, column, value)));
      else added.push(Object.fromEntries(pairs.map(({ column, value }) => [column.key, value])));
    }
    if (changes.length + added.length > 0) void edits.save(changes, added);
  };
  const copy = (event: ClipboardEvent) => {
    if (editing !== null) return;
    event.preventDefault();
    const visible_columns = columns.slice(chosen_block.left, chosen_block.right + 1);
    const lines = listRecords(chosen_block).map(({ values }) =>
      visible_columns.map(({ key }) => toText(values[key])),
    );
    event.clipboardData.setData("text/plain", formatBlock(lines));
  };

  const startEditing = (initial?: string) => {
    const column = columns[at.column];
    if (!column?.can_write) return;
    setEditing(initial ?? toText(rows.find(at.row)?.values[column.key]));
  };
  const press = (event: KeyboardEvent) => {
    if (editing !== null) return;
    const { key, shiftKey, ctrlKey, metaKey } = event;
    const command = ctrlKey || metaKey;
    const move = (row: number, column: number) =>
      choose({ row: at.row + row, column: at.column + column }, shiftKey);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / ROW) - 2);
    const moves: Record<string, () => void> = {
      ArrowDown: () => (command ? choose({ ...at, row: last_row }, shiftKey) : move(1, 0)),
      ArrowUp: () => (command ? choose({ ...at, row: 0 }, shiftKey) : move(-1, 0)),
      ArrowRight: () => move(0, command ? columns.length : 1),
      ArrowLeft: () => move(0, command ? -columns.length : -1),
      PageDown: () => move(page, 0),
      PageUp: () => move(-page, 0),
      Home: () => choose({ row: command ? 0 : at.row, column: 0 }, shiftKey),
      End: () => choose({ row: command ? last_row : at.row, column: columns.length - 1 }, shiftKey),
      Tab: () => choose({ row: at.row, column: at.column + (shiftKey ? -1 : 1) }, false),
      Enter: () => startEditing(),
      F2: () => startEditing(),
      Delete: clear,
      Backspace: clear,
      Escape: () => choose(at, false),
    };
    // At the edges Tab leaves the sheet, so that the keyboard is not caught in it.
    const leaves = key === "Tab" && (shiftKey ? at.column === 0 : at.column === columns.length - 1);
    const act = leaves ? undefined : moves[key];
    if (act !== undefined) {
      event.preventDefault();
      act();
    } else if (command && key.toLowerCase() === "z") {
      event.preventDefault();
      void edits.undo();
    } else if (key === " " && columns[at.column]?.type === "bool") {
      event.preventDefault();
      toggle();
    } else if (key.length === 1 && !command && !event.altKey) {
      event.preventDefault();
      startEditing(key);
    }
  };
  const toggle = () => {
    const column = columns[at.column];
    const record = rows.find(at.row);
    if (column === undefined || record === undefined) return;
    void edits.save(change(at.row, column, record.values[column.key] === true ? "false" : "true"));
  };
  const finish = (value: string, key: "Enter" | "Tab" | "blur", back: boolean) => {
    commit(value);
    if (key === "blur") return;
    scroller.current?.focus();
    choose(
      {
        row: at.row + (key === "Enter" ? (back ? -1 : 1) : 0),
        column: at.column + (key === "Tab" ? (back ? -1 : 1) : 0),
      },
      false,
    );
  };

  if (rows.error !== null) return <Failure error={rows.error} retry={rows.refetch} />;
  const width =
    52 + columns.reduce((sum, column) => sum + computeWidth(column), 0) + (onColumn === null ? 0 : 44);
  const visible_indices = Array.from(
    { length: Math.max(0, Math.min(window.to, total) - window.from) },
    (_, n) => window.from + n,
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in parts and stay one grid for the keyboard.
    <div
      ref={scroller}
      className="ds-scroll"
      role="grid"
      aria-label={dataset.name}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={`ds-${at.row}-${at.column}`}
      tabIndex={0}
      onKeyDown={press}
      onPaste={paste}
      onCopy={copy}
    >
      <div style={{ width, height: ROW * (total + 1 + (can_write ? 1 : 0)), position: "relative" }}>
        <HeadRow columns={columns} sort={search.sort} onSort={onSort} onColumn={onColumn} />
        {visible_indices.map((row) => (
          <SheetRow
            key={row}
            row={row}
            dataset={dataset}
            record={rows.find(row)}
            refs={rows.refs}
            rejected={edits.rejected}
            at={at}
            chosen={chosen_block}
            editing={editing}
            choose={choose}
            startEditing={startEditing}
            finish={finish}
            cancel={() => {
              setEditing(null);
              scroller.current?.focus();
            }}
          />
        ))}
        {can_write ? (
          <NewRow
            row={total}
            columns={columns}
            at={at}
            editing={editing}
            choose={choose}
            startEditing={startEditing}
            finish={finish}
            cancel={() => setEditing(null)}
          />
        ) : null}
      </div>
    </div>
  );
}

function reveal(
  scroller: HTMLElement | null,
  row: number,
  column: number,
  columns: readonly DatasetColumn[],
): void {
  if (scroller === null) return;
  const top = row * ROW;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + 2 * ROW > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + 2 * ROW - scroller.clientHeight;
  const left_px = columns.slice(0, column).reduce((sum, one) => sum + computeWidth(one), 0);
  const current = columns[column];
  const right = left_px + 52 + (current === undefined ? 0 : computeWidth(current));
  if (left_px < scroller.scrollLeft) scroller.scrollLeft = left_px;
  else if (right > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = right - scroller.clientWidth;
}

function HeadRow({
  columns,
  sort,
  onSort,
  onColumn,
}: {
  columns: readonly DatasetColumn[];
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
  onColumn: ((column: DatasetColumn | null) => void) | null;
}) {
  const next = (key: string) => (sort === key ? `-${key}` : sort === `-${key}` ? undefined : key);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid.
    <div role="row" tabIndex={-1} className="ds-row ds-head" style={{ height: ROW }}>
      <span className="ds-number" />
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: see the grid.
        <span
          key={column.key}
          role="columnheader"
          tabIndex={-1}
          aria-sort={sort === column.key ? "ascending" : sort === `-${column.key}` ? "descending" : "none"}
          className="ds-cell"
          style={{ width: computeWidth(column) }}
        >
          <button
            type="button"
            tabIndex={-1}
            className="ds-title"
            title={text.sort_by({ name: column.name })}
            onClick={() => onSort(next(column.key))}
          >
            <span className="cut">{column.name}</span>
            {column.required ? <span aria-hidden>*</span> : null}
            {sort === column.key ? <IconArrowUp size={13} /> : null}
            {sort === `-${column.key}` ? <IconArrowDown size={13} /> : null}
          </button>
          {onColumn === null ? null : (
            <button
              type="button"
              tabIndex={-1}
              className="ds-menu"
              aria-label={text.column_settings({ name: column.name })}
              onClick={() => onColumn(column)}
            >
              ⋯
            </button>
          )}
        </span>
      ))}
      {onColumn === null ? null : (
        <button type="button" className="ds-add" aria-label={text.add_column} onClick={() => onColumn(null)}>
          <IconPlus size={15} />
        </button>
      )}
    </div>
  );
}

interface Moves {
  at: Place;
  editing: string | null;
  choose: (place: Place, extend: boolean) => void;
  startEditing: (initial?: string) => void;
  finish: (value: string, key: "Enter" | "Tab" | "blur", back: boolean) => void;
  cancel: () => void;
}

function SheetRow({
  row,
  dataset,
  record,
  refs,
  rejected,
  chosen,
  ...moves
}: Moves & {
  row: number;
  dataset: Dataset;
  record: DatasetRecord | undefined;
  refs: ReadonlyMap<string, string>;
  rejected: ReturnType<typeof useEdits>["rejected"];
  chosen: Block;
}) {
  const { at, editing, choose, startEditing, finish, cancel } = moves;
  const is_chosen = (column: number) =>
    row >= chosen.top && row <= chosen.bottom && column >= chosen.left && column <= chosen.right;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid.
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={row + 2}
      className="ds-row"
      style={{ height: ROW, top: ROW * (row + 1) }}
    >
      <span className="ds-number num">
        {record?.geocode_state === "pinned" ? <IconPin size={11} aria-label={text.states.pinned} /> : null}
        {number(row + 1)}
      </span>
      {dataset.columns.map((column, index) => {
        const is_at = at.row === row && at.column === index;
        const wrong = record === undefined ? undefined : rejected.get(`${record.id}/${column.key}`);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keyboard.
          // biome-ignore lint/a11y/useSemanticElements: see the grid.
          <span
            key={column.key}
            id={`ds-${row}-${index}`}
            role="gridcell"
            tabIndex={-1}
            aria-colindex={index + 1}
            aria-selected={is_chosen(index)}
            aria-invalid={wrong !== undefined}
            aria-readonly={!column.can_write}
            title={wrong?.message}
            className={[
              "ds-cell",
              is_at ? "at" : "",
              is_chosen(index) ? "chosen" : "",
              wrong ? "wrong" : "",
            ].join(" ")}
            style={{ width: computeWidth(column) }}
            onClick={(event) => choose({ row, column: index }, event.shiftKey)}
            onDoubleClick={() => startEditing()}
          >
            {is_at && editing !== null ? (
              <Editor column={column} initial={editing} finish={finish} cancel={cancel} />
            ) : (
              <CellValue column={column} record={record} refs={refs} wrong={wrong?.value} />
            )}
          </span>
        );
      })}
    </div>
  );
}

function NewRow({ row, columns, ...moves }: Moves & { row: number; columns: readonly DatasetColumn[] }) {
  const { at, editing, choose, startEditing, finish, cancel } = moves;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid.
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={row + 2}
      className="ds-row ds-new"
      style={{ height: ROW, top: ROW * (row + 1) }}
    >
      <span className="ds-number">
        <IconPlus size={13} aria-label={text.new_row} />
      </span>
      {columns.map((column, index) => {
        const is_at = at.row === row && at.column === index;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keyboard.
          // biome-ignore lint/a11y/useSemanticElements: see the grid.
          <span
            key={column.key}
            id={`ds-${row}-${index}`}
            role="gridcell"
            tabIndex={-1}
            aria-colindex={index + 1}
            className={`ds-cell ${is_at ? "at" : ""}`}
            style={{ width: computeWidth(column) }}
            onClick={() => choose({ row, column: index }, false)}
            onDoubleClick={() => startEditing("")}
          >
            {is_at && editing !== null ? (
              <Editor column={column} initial={editing} finish={finish} cancel={cancel} />
            ) : index === 0 ? (
              <span className="dim">{text.new_row}</span>
            ) : null}
          </span>
        );
      })}
    </div>
  );
}

function CellValue({
  column,
  record,
  refs,
  wrong,
}: {
  column: DatasetColumn;
  record: DatasetRecord | undefined;
  refs: ReadonlyMap<string, string>;
  wrong: string | undefined;
}): ReactNode {
  if (record === undefined) return <span className="ds-waiting" />;
  if (wrong !== undefined) return <span className="cut">{wrong}</span>;
  const value = record.values[column.key];
  if (value === undefined || value === null) return null;
  if (column.type === "bool") return value === true ? text.yes : text.no;
  if (column.type === "number")
    return <span className="ds-end num">{number(value as number, { maximumFractionDigits: 10 })}</span>;
  if (column.type === "select") return <span className="chip cut">{String(value)}</span>;
  if (column.type === "ref")
    return <span className="cut">{refs.get(`${column.ref_dataset_id}/${value}`) ?? `#${value}`}</span>;
  return <span className="cut">{toText(value)}</span>;
}

function Editor({
  column,
  initial,
  finish,
  cancel,
}: Pick<Moves, "finish" | "cancel"> & { column: DatasetColumn; initial: string }) {
  const [value, setValue] = useState(initial);
  const is_done = useRef(false);
  const end = (key: "Enter" | "Tab" | "blur", back: boolean) => {
    if (is_done.current) return;
    is_done.current = true;
    finish(value, key, back);
  };
  const list = column.type === "select" ? `ds-options-${column.key}` : undefined;
  return (
    <>
      <input
        className="ds-editor"
        aria-label={column.name}
        // biome-ignore lint/a11y/noAutofocus: the user who edits a cell types into it.
        autoFocus
        value={value}
        list={list}
        placeholder={text.placeholders[column.type]}
        inputMode={column.type === "number" ? "decimal" : "text"}
        onChange={(event) => setValue(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.setSelectionRange(value.length, value.length)}
        onBlur={() => end("blur", false)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter" || event.key === "Tab") {
            event.preventDefault();
            end(event.key, event.shiftKey);
          } else if (event.key === "Escape") {
            is_done.current = true;
            cancel();
          }
        }}
      />
      {list === undefined ? null : (
        <datalist id={list}>
          {column.options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </>
  );
}
