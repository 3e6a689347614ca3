/**
 * The list of the console: rows for the keyboard, of which only those on screen are rendered.
 *
 * Arrows or j and k move, Enter opens, x or Space selects, with Shift a range, Ctrl A all. `e`, or the right arrow and
 * Enter, changes a value in place; Tab goes on to the next one. A list that was read whole is sorted here; one that the service pages, there. On a phone each row becomes a card.
 */
import { Checkbox, Skeleton } from "@mantine/core";
import { useElementSize, useMediaQuery, useMergedRef, useViewportSize } from "@mantine/hooks";
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { CellEditor, EditButton } from "./cell-editor.tsx";
import {
  type Column,
  computeWidths,
  findNextEdit,
  type Layout,
  type Leave,
  listShownColumns,
} from "./columns.ts";
import "./grid.css";
import { GridHead } from "./grid-head.tsx";
import {
  EVERYTHING,
  isSelected,
  NOTHING,
  type Selection,
  setSelected,
  summarizeSelection,
  toggleSelected,
} from "./selection.ts";
import { sortRows } from "./sort.ts";
import { createSource, type Source } from "./source.ts";
import { text } from "./text.ts";
import { useLayout } from "./use-layout.ts";
import { computeReveal, useWindow } from "./window.ts";

const ROW_HEIGHT = 46;
const CARD_HEIGHT = 92;
const HEAD_HEIGHT = 34;
const CHECKBOX_WIDTH = 38;
/** Lists up to this length are rendered whole, with rows as high as their contents. */
const WHOLE_MAX = 100;
/** Browsers do not scroll elements of any height. */
const ROWS_MAX = 300_000;

/** Where each list was scrolled to, for those who come back from a record. */
const positions = new Map<string, { top: number; active: number }>();

/** What is listed: "order", "orders". */
export interface Noun {
  one: string;
  other: string;
}

export interface GridProps<Row, Key extends string | number> {
  /** Names the list where its layout is stored. */
  id: string;
  label: string;
  noun?: Noun;
  source: Source<Row>;
  columns: readonly Column<Row>[];
  getKey: (row: Row) => Key;
  getName: (row: Row) => string;
  onOpen?: ((row: Row) => void) | undefined;
  selection?: { value: Selection<Key>; change: (selection: Selection<Key>) => void } | undefined;
  card?: ((row: Row) => ReactNode) | undefined;
  isCurrent?: ((row: Row) => boolean) | undefined;
  sort?: string | undefined;
  onSort?: ((sort: string | undefined) => void) | undefined;
  layout?: Layout | undefined;
  onLayout?: ((layout: Layout) => void) | undefined;
  /** The grid is as high as its container, and scrolls inside. */
  fill?: boolean;
  /** Scrolled to at first, from 0. */
  start?: number;
  /** Called when scrolling rests, with the first row on screen. */
  onRest?: ((index: number) => void) | undefined;
}

/**
 * A list that was read whole, which keeps its sort order and layout itself.
 *
 * @public
 */
export function ListGrid<Row, Key extends string | number>({
  rows,
  ...props
}: Omit<GridProps<Row, Key>, "source" | "sort" | "onSort" | "layout" | "onLayout"> & {
  rows: readonly Row[];
}) {
  const [sort, setSort] = useState<string>();
  const [layout, setLayout] = useLayout(props.id);
  const source = useMemo(
    () => createSource(sortRows(rows, props.columns, sort)),
    [rows, props.columns, sort],
  );
  return (
    <Grid {...props} source={source} sort={sort} onSort={setSort} layout={layout} onLayout={setLayout} />
  );
}

export function Grid<Row, Key extends string | number>(props: GridProps<Row, Key>) {
  const { label, source, getKey, getName, onOpen, selection, card, isCurrent, onRest, layout = {} } = props;
  const narrow = useMediaQuery("(max-width: 640px)") ?? false;
  const { width: window_width } = useViewportSize();
  const box = useRef<HTMLDivElement>(null);
  const { ref: size_ref, width: available } = useElementSize<HTMLDivElement>();
  const box_ref = useMergedRef(box, size_ref);
  const is_cards = narrow && card !== undefined;
  const row_height = is_cards ? CARD_HEIGHT : ROW_HEIGHT;
  const head = is_cards ? 0 : HEAD_HEIGHT;
  const count = Math.min(source.total, ROWS_MAX);
  const is_virtual = !source.is_read_whole || count > WHOLE_MAX;
  const { from, to } = useWindow(box, row_height, count, is_virtual);
  const [active, setActive] = useState(() => positions.get(`${props.id} ${source.identity}`)?.active ?? 0);
  const current = Math.min(active, Math.max(0, count - 1));
  const [editing, setEditing] = useState<{ index: number; key: string } | null>(null);
  /** The other end of a range that Shift extends. */
  const anchor = useRef(0);
  const wants_focus = useRef(false);
  /** The column whose value gets the focus with the row; null: the row itself. */
  const wanted_column = useRef<string | null>(null);

  const columns = useMemo(
    () => listShownColumns(props.columns, layout, window_width || 1280),
    [props.columns, layout, window_width],
  );
  const room = available - (selection ? CHECKBOX_WIDTH : 0);
  const widths = useMemo(() => computeWidths(columns, layout, room), [columns, layout, room]);
  const sum = widths.reduce((total, width) => total + width, 0);

  useEffect(() => source.show(from, to), [source, from, to]);

  const identity = `${props.id} ${source.identity}`;
  const shown_identity = useRef<string>(undefined);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || source.is_stale || shown_identity.current === identity) return;
    const is_first = shown_identity.current === undefined;
    shown_identity.current = identity;
    const last_position = is_first ? positions.get(identity) : undefined;
    element.scrollTop = last_position?.top ?? (is_first ? (props.start ?? 0) * row_height : 0);
    if (!is_first) {
      setActive(0);
      anchor.current = 0;
    }
  }, [identity, source.is_stale, props.start, row_height]);

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const onScroll = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      const top = box.current?.scrollTop ?? 0;
      positions.set(identity, { top, active: current });
      onRest?.(Math.floor(top / row_height));
    }, 250);
  };

  // Rows leave the document when they are scrolled away: the keyboard then stays with the list.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (wants_focus.current) {
      const row = element.querySelector<HTMLElement>(`[data-index="${current}"]`);
      if (row !== null) {
        wants_focus.current = false;
        focusRow(row, wanted_column.current);
      }
    }
  });
  const moveTo = useCallback(
    (index: number, column: string | null = null, is_focused = true) => {
      const element = box.current;
      const next = Math.max(0, Math.min(count - 1, index));
      setActive(next);
      positions.set(identity, { top: element?.scrollTop ?? 0, active: next });
      wants_focus.current = is_focused;
      wanted_column.current = column;
      if (element === null || !is_virtual) {
        const row = element?.querySelector<HTMLElement>(`[data-index="${next}"]`);
        // What was edited is a field until the next frame.
        if (row && is_focused && column === null) row.focus();
        return;
      }
      const top = computeReveal(
        { top: element.scrollTop, height: element.clientHeight },
        row_height,
        next,
        head,
      );
      if (top !== null) {
        // A row that has the focus must not leave the document with it.
        element.focus({ preventScroll: true });
        element.scrollTop = top;
      }
    },
    [count, identity, is_virtual, row_height, head],
  );

  const changeSelection = selection?.change;
  const selected = selection?.value ?? NOTHING;
  const toggle = useCallback(
    (row: Row, index: number) => {
      anchor.current = index;
      changeSelection?.(toggleSelected(selected, getKey(row)));
    },
    [changeSelection, selected, getKey],
  );
  const selectTo = useCallback(
    async (index: number) => {
      if (changeSelection === undefined) return;
      const [first, last] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
      const rows = await source.read(first, last + 1);
      changeSelection(setSelected(selected, rows.map(getKey), true));
    },
    [changeSelection, selected, getKey, source],
  );

  const edit = (index: number, key?: string) => {
    const row = source.rowAt(index);
    if (row === undefined) return;
    const column = columns.find((one) => (key === undefined || one.key === key) && one.edit?.may(row));
    if (column !== undefined) setEditing({ index, key: column.key });
  };

  /** On the button of a value that can be changed, which Enter and Space press. */
  const onValueKey = (event: KeyboardEvent<HTMLElement>, column: string) => {
    const { key, currentTarget } = event;
    const buttons = [
      ...currentTarget.querySelectorAll<HTMLElement>(`[data-index="${current}"] [data-column]`),
    ];
    const at = buttons.findIndex((button) => button.dataset["column"] === column);
    if (key === "ArrowRight") buttons[at + 1]?.focus();
    else if (key === "ArrowLeft" && at > 0) buttons[at - 1]?.focus();
    else if (key === "ArrowLeft" || key === "Escape") moveTo(current);
    else if (key === "ArrowDown" && current < count - 1) moveTo(current + 1, column);
    else if (key === "ArrowUp" && current > 0) moveTo(current - 1, column);
    else return;
    event.preventDefault();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const { column } = target.dataset;
    if (column !== undefined) onValueKey(event, column);
    if (target !== box.current && !target.hasAttribute("data-index")) return;
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "a" && selection) {
      event.preventDefault();
      selection.change(EVERYTHING as Selection<Key>);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const screen = Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - head) / row_height) - 1);
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      j: current + 1,
      J: current + 1,
      ArrowUp: current - 1,
      k: current - 1,
      K: current - 1,
      PageDown: current + screen,
      PageUp: current - screen,
      Home: 0,
      End: count - 1,
    };
    const step = steps[key];
    const row = source.rowAt(current);
    if (step !== undefined) {
      event.preventDefault();
      moveTo(step);
      if (event.shiftKey && selection) void selectTo(Math.max(0, Math.min(count - 1, step)));
      else anchor.current = Math.max(0, Math.min(count - 1, step));
    } else if (key === "Enter" && onOpen && row !== undefined) {
      event.preventDefault();
      onOpen(row);
    } else if ((key === " " || key === "x") && selection && row !== undefined) {
      event.preventDefault();
      toggle(row, current);
    } else if (key === "Escape" && selection && (selected.all || selected.keys.size > 0)) {
      event.preventDefault();
      selection.change(NOTHING as Selection<Key>);
    } else if (key === "e" && columns.some((one) => one.edit)) {
      event.preventDefault();
      edit(current);
    } else if (key === "ArrowRight") {
      const button = target.querySelector<HTMLElement>("[data-column]");
      if (button !== null) event.preventDefault();
      button?.focus();
    }
  };

  const onRowClick = useCallback(
    (event: MouseEvent, index: number) => {
      const row = source.rowAt(index);
      if (row === undefined) return;
      if (event.shiftKey && changeSelection) {
        window.getSelection()?.removeAllRanges();
        void selectTo(index);
        return;
      }
      if ((event.ctrlKey || event.metaKey) && changeSelection) toggle(row, index);
      else if (window.getSelection()?.isCollapsed !== false) onOpen?.(row);
    },
    [source, changeSelection, selectTo, toggle, onOpen],
  );
  const onBox = useCallback(
    (event: MouseEvent, row: Row, index: number) => {
      event.stopPropagation();
      if (event.shiftKey) void selectTo(index);
      else toggle(row, index);
    },
    [selectTo, toggle],
  );
  const onEdit = useCallback((index: number, key: string) => setEditing({ index, key }), []);
  const stopEditing = useCallback(
    (index: number, key: string, leave: Leave) => {
      const next =
        leave === "next" || leave === "previous"
          ? findNextEdit(columns, source.rowAt, { index, key }, leave)
          : null;
      setEditing(next);
      if (next !== null) moveTo(next.index, next.key, false);
      else if (leave !== null) moveTo(index, key);
    },
    [moveTo, columns, source],
  );

  const selection_summary = summarizeSelection(selected, source.total);
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  const noun = props.noun?.other ?? text.rows;
  const common = {
    className: props.fill ? "grid-box grid-fill" : "grid-box",
    ref: box_ref,
    onScroll,
    onKeyDown,
    "data-stale": source.is_stale || undefined,
    "data-virtual": is_virtual || undefined,
    tabIndex: -1,
  };

  if (is_cards) {
    return (
      <div {...common}>
        <ul
          className="cards"
          aria-label={label}
          style={{ paddingTop: from * row_height, paddingBottom: (count - to) * row_height }}
        >
          {rows.map((index) => {
            const row = source.rowAt(index);
            return (
              <li key={index} className="grid-card" style={is_virtual ? { height: row_height } : undefined}>
                {row === undefined ? (
                  <Skeleton height={40} m={14} />
                ) : (
                  <>
                    {/* biome-ignore lint/a11y/useSemanticElements: a card holds more than a button may. */}
                    <div
                      className="card"
                      role="button"
                      data-index={index}
                      tabIndex={index === current ? 0 : -1}
                      aria-current={isCurrent?.(row) ? true : undefined}
                      onFocus={() => setActive(index)}
                      onClick={(event) => onRowClick(event, index)}
                      // The list handles the keys.
                      onKeyDown={undefined}
                    >
                      {card(row)}
                    </div>
                    {selection ? (
                      <Checkbox
                        className="grid-card-box"
                        aria-label={text.select({ name: getName(row) })}
                        checked={isSelected(selected, getKey(row))}
                        onChange={() => toggle(row, index)}
                      />
                    ) : null}
                  </>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    );
  }

  return (
    <div {...common}>
      <table
        className="table grid"
        aria-label={label}
        aria-rowcount={source.total + 1}
        style={{ width: Math.max(sum + (selection ? CHECKBOX_WIDTH : 0), available || 0) || undefined }}
      >
        <colgroup>
          {selection ? <col style={{ width: CHECKBOX_WIDTH }} /> : null}
          {columns.map((column, index) => (
            <col key={column.key} style={{ width: widths[index] }} />
          ))}
          {sum < room ? <col /> : null}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selection ? (
              <th className="grid-check">
                <Checkbox
                  size="xs"
                  aria-label={text.select_all({ n: source.total.toLocaleString(), noun })}
                  checked={selection_summary === "all"}
                  indeterminate={selection_summary === "some"}
                  onChange={() =>
                    selection.change((selection_summary === "all" ? NOTHING : EVERYTHING) as Selection<Key>)
                  }
                />
              </th>
            ) : null}
            <GridHead
              columns={columns}
              widths={widths}
              sort={props.sort}
              onSort={props.onSort}
              is_read_whole={source.is_read_whole}
              layout={layout}
              onLayout={props.onLayout}
            />
            {sum < room ? <td aria-hidden /> : null}
          </tr>
        </thead>
        <tbody>
          {from > 0 ? <tr aria-hidden style={{ height: from * row_height }} /> : null}
          {rows.map((index) => {
            const row = source.rowAt(index);
            return (
              <GridRow
                key={index}
                index={index}
                row={row}
                columns={columns as readonly Column<unknown>[]}
                name={row === undefined ? "" : getName(row)}
                is_tabbable={index === current}
                is_selected={
                  selection === undefined || row === undefined ? undefined : isSelected(selected, getKey(row))
                }
                is_current={row !== undefined && isCurrent?.(row) === true}
                opens={onOpen !== undefined}
                filler={sum < room}
                editing={editing?.index === index ? editing.key : null}
                onFocus={setActive}
                onClick={onRowClick}
                onBox={onBox as (event: MouseEvent, row: unknown, index: number) => void}
                onEdit={onEdit}
                stopEditing={stopEditing}
              />
            );
          })}
          {to < count ? <tr aria-hidden style={{ height: (count - to) * row_height }} /> : null}
        </tbody>
      </table>
    </div>
  );
}

/** The button of a value in a row, or the row itself when it has none. */
function focusRow(row: HTMLElement, column: string | null): void {
  const button = column === null ? null : row.querySelector<HTMLElement>(`[data-column="${column}"]`);
  (button ?? row).focus({ preventScroll: true });
}

interface RowProps {
  index: number;
  row: unknown;
  columns: readonly Column<unknown>[];
  name: string;
  is_tabbable: boolean;
  is_selected: boolean | undefined;
  is_current: boolean;
  opens: boolean;
  filler: boolean;
  editing: string | null;
  onFocus: (index: number) => void;
  onClick: (event: MouseEvent, index: number) => void;
  onBox: (event: MouseEvent, row: unknown, index: number) => void;
  onEdit: (index: number, key: string) => void;
  stopEditing: (index: number, key: string, leave: Leave) => void;
}

/** Rendered again only when something of it changed: a frame of scrolling renders the rows that come in. */
const GridRow = memo(function GridRow(props: RowProps) {
  const { index, row, columns, name, is_selected, editing } = props;
  if (row === undefined) {
    return (
      <tr aria-rowindex={index + 2} data-index={index} tabIndex={props.is_tabbable ? 0 : -1} aria-busy>
        {is_selected === undefined ? null : <td />}
        {columns.map(({ key }) => (
          <td key={key}>
            <span className="grid-pending" />
          </td>
        ))}
        {props.filler ? <td /> : null}
      </tr>
    );
  }
  return (
    <tr
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={is_selected || undefined}
      tabIndex={props.is_tabbable ? 0 : -1}
      aria-current={props.is_current ? true : undefined}
      className={props.opens ? "opens" : undefined}
      onFocus={() => props.onFocus(index)}
      onClick={(event) => props.onClick(event, index)}
    >
      {is_selected === undefined ? null : (
        <td className="grid-check">
          {/* Of the browser: each frame of scrolling renders several. */}
          <input
            type="checkbox"
            className="grid-box-input"
            aria-label={text.select({ name })}
            checked={is_selected}
            onChange={() => {}}
            onClick={(event) => props.onBox(event, row, index)}
            tabIndex={-1}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={column.align}>
          {editing === column.key && column.edit ? (
            <CellEditor
              label={text.edit.label({ column: column.head, name })}
              edit={column.edit}
              row={row}
              key={`${index} ${column.key}`}
              close={(leave) => props.stopEditing(index, column.key, leave)}
            />
          ) : column.edit?.may(row) ? (
            <span className="grid-editable">
              <span className="grid-cell">{column.cell(row)}</span>
              <EditButton
                label={text.edit.change({ column: column.head, name })}
                column={column.key}
                act={() => props.onEdit(index, column.key)}
              />
            </span>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {props.filler ? <td /> : null}
    </tr>
  );
});
