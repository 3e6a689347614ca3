/**
 * The heads of the columns. A click sorts; a head is dragged to another place, and its edge to another width. On the
 * keyboard Alt with an arrow moves the column and Shift with an arrow resizes it.
 */

import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { IconArrowDown, IconArrowUp } from "#icons";
import { type Column, clampWidth, type Layout, moveColumn } from "./columns.ts";
import { findSortName, nextSort, parseSort } from "./sort.ts";
import { text } from "./text.ts";

const STEP = 16;

interface HeadProps<Row> {
  columns: readonly Column<Row>[];
  widths: readonly number[];
  sort: string | undefined;
  onSort: ((sort: string | undefined) => void) | undefined;
  is_read_whole: boolean;
  layout: Layout;
  onLayout: ((layout: Layout) => void) | undefined;
}

export function GridHead<Row>({
  columns,
  widths,
  sort,
  onSort,
  is_read_whole,
  layout,
  onLayout,
}: HeadProps<Row>) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const sorted = parseSort(sort);
  const keys = columns.map(({ key }) => key);
  const resize = (key: string, width: number) =>
    onLayout?.({ ...layout, widths: { ...layout.widths, [key]: clampWidth(width) } });
  const move = (key: string, to: string | number) =>
    onLayout?.({ ...layout, columns: moveColumn(keys, key, to) });

  const follow = (event: PointerEvent<HTMLElement>, key: string, width: number) => {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const start = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const onMove = (moved: globalThis.PointerEvent) => resize(key, width + moved.clientX - start);
    const stop = () => {
      handle.removeEventListener("pointermove", onMove);
      handle.removeEventListener("pointerup", stop);
      handle.removeEventListener("pointercancel", stop);
    };
    handle.addEventListener("pointermove", onMove);
    handle.addEventListener("pointerup", stop);
    handle.addEventListener("pointercancel", stop);
  };

  return columns.map((column, index) => {
    const { key, head } = column;
    const name = onSort === undefined ? undefined : findSortName(column, is_read_whole);
    const is_sorted = name !== undefined && sorted?.name === name;
    const Arrow = sorted?.descending ? IconArrowDown : IconArrowUp;
    const onKeyDown = (event: KeyboardEvent) => {
      const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
      if (step === 0 || !(event.altKey || event.shiftKey)) return;
      event.preventDefault();
      if (event.altKey) move(key, step);
      else resize(key, (widths[index] ?? 0) + step * STEP);
    };
    const head_content = (
      <>
        <span className="cut">{head}</span>
        {is_sorted ? <Arrow size={13} stroke={2.2} aria-hidden /> : null}
      </>
    );
    return (
      <th
        key={key}
        className={column.align}
        aria-sort={is_sorted ? (sorted.descending ? "descending" : "ascending") : undefined}
        data-over={over === key && dragged !== key ? true : undefined}
        draggable={onLayout !== undefined && head !== ""}
        onDragStart={(event) => {
          event.dataTransfer.setData("text/plain", head);
          event.dataTransfer.effectAllowed = "move";
          setDragged(key);
        }}
        onDragOver={(event) => {
          if (dragged === null) return;
          event.preventDefault();
          setOver(key);
        }}
        onDragLeave={() => setOver((was) => (was === key ? null : was))}
        onDrop={(event) => {
          event.preventDefault();
          if (dragged !== null) move(dragged, key);
        }}
        onDragEnd={() => {
          setDragged(null);
          setOver(null);
        }}
      >
        {name === undefined ? (
          <span className="grid-head">{head_content}</span>
        ) : (
          <button
            type="button"
            className="grid-head"
            onClick={() => onSort?.(nextSort(sort, name))}
            onKeyDown={onKeyDown}
            title={text.head_keys}
          >
            {head_content}
          </button>
        )}
        {onLayout === undefined ? null : (
          <span
            className="grid-resize"
            aria-hidden
            onPointerDown={(event) => follow(event, key, widths[index] ?? 0)}
            onDragStart={(event) => event.preventDefault()}
          />
        )}
      </th>
    );
  });
}
