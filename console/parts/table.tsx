/**
 * A dense table for the keyboard: arrows move, Enter opens, Space selects, Home and End jump. On a phone each
 * row becomes a card.
 */
import { Checkbox } from "@mantine/core";
import { useMediaQuery, useViewportSize } from "@mantine/hooks";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { type Column, listShownColumns } from "./grid/columns.ts";
import { text } from "./text.ts";

interface Selection<Key> {
  chosen: ReadonlySet<Key>;
  change: (keys: ReadonlySet<Key>) => void;
}

export interface TableProps<Row, Key extends string | number> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  getKey: (row: Row) => Key;
  getName: (row: Row) => string;
  onOpen?: ((row: Row) => void) | undefined;
  selection?: Selection<Key> | undefined;
  card?: (row: Row) => ReactNode;
  isCurrent?: (row: Row) => boolean;
}

export function Table<Row, Key extends string | number>(props: TableProps<Row, Key>) {
  const { label, rows, getKey, getName, onOpen, selection, card } = props;
  const narrow = useMediaQuery("(max-width: 640px)") ?? false;
  const { width: window_width } = useViewportSize();
  const body = useRef<HTMLElement>(null);
  const [at, setAt] = useState(0);
  const current = Math.min(at, Math.max(0, rows.length - 1));
  const columns = listShownColumns(props.columns, {}, window_width || 1280);

  const focus = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setAt(next);
    body.current?.querySelectorAll<HTMLElement>("[data-row]")[next]?.focus();
  };
  const toggle = (row: Row) => {
    if (selection === undefined) return;
    const next = new Set(selection.chosen);
    const key = getKey(row);
    if (!next.delete(key)) next.add(key);
    selection.change(next);
  };
  const onKeyDown = (event: KeyboardEvent, index: number, row: Row) => {
    if (event.target !== event.currentTarget) return;
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      j: index + 1,
      ArrowUp: index - 1,
      k: index - 1,
      Home: 0,
      End: rows.length - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      focus(step);
    } else if (event.key === "Enter" && onOpen) {
      event.preventDefault();
      onOpen(row);
    } else if (event.key === " " && selection) {
      event.preventDefault();
      toggle(row);
    }
  };
  const attributes = (row: Row, index: number) => ({
    "data-row": true,
    tabIndex: index === current ? 0 : -1,
    onFocus: () => setAt(index),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index, row),
    onClick: onOpen ? () => onOpen(row) : undefined,
    "aria-current": props.isCurrent?.(row) ? (true as const) : undefined,
  });
  const box = (row: Row) =>
    selection ? (
      <Checkbox
        size="xs"
        aria-label={text.table.select({ name: getName(row) })}
        checked={selection.chosen.has(getKey(row))}
        onChange={() => toggle(row)}
        onClick={(event) => event.stopPropagation()}
        tabIndex={-1}
      />
    ) : null;

  if (narrow && card !== undefined) {
    return (
      <ul className="cards" aria-label={label} ref={body as React.RefObject<HTMLUListElement>}>
        {rows.map((row, index) => (
          <li key={getKey(row)}>
            {/* biome-ignore lint/a11y/useSemanticElements: a card holds more than a button may. */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the attributes give it a tab index. */}
            <div className="card" role="button" {...attributes(row, index)}>
              {card(row)}
            </div>
          </li>
        ))}
      </ul>
    );
  }
  const all =
    rows.length > 0 && selection !== undefined && rows.every((row) => selection.chosen.has(getKey(row)));
  const some = selection !== undefined && rows.some((row) => selection.chosen.has(getKey(row)));
  return (
    <div className="table-scroll">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {selection ? (
              <th style={{ width: 34 }}>
                <Checkbox
                  size="xs"
                  aria-label={text.table.select_all}
                  checked={all}
                  indeterminate={!all && some}
                  onChange={() => selection.change(all ? new Set() : new Set(rows.map(getKey)))}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <th key={column.key} style={{ width: column.width }} className={column.align}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body as React.RefObject<HTMLTableSectionElement>}>
          {rows.map((row, index) => (
            <tr key={getKey(row)} {...attributes(row, index)} className={onOpen ? "opens" : undefined}>
              {selection ? <td>{box(row)}</td> : null}
              {columns.map((column) => (
                <td key={column.key} className={column.align}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
