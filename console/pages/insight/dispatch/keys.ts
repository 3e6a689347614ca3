/** Exceptions by keyboard: arrows move between rows, Enter opens. The letters are commands of the page. */
import { useEffect, useRef } from "react";
import type { Group, Item } from "./queries.ts";

/** A row: one item, or all items of a kind. */
export type Entry = { item: Item } | { group: Group };

export const buildKey = (entry: Entry): string =>
  "group" in entry ? `group ${entry.group.kind}` : `item ${entry.item.id}`;

interface Handlers {
  move: (by: 1 | -1) => void;
  open: () => void;
}

export function useRowKeys(handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null) return;
      const is_row = event.target instanceof HTMLElement && event.target.dataset["entry"] !== undefined;
      if (event.key === "ArrowDown" && is_row) latest.current.move(1);
      else if (event.key === "ArrowUp" && is_row) latest.current.move(-1);
      // On a button or a link Enter does what that says.
      else if (event.key === "Enter" && (is_row || event.target === document.body)) latest.current.open();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
