/** Exceptions by keyboard: j and k choose, 1 to 3 act, s snoozes, d decides that nothing is to be done, Enter opens. */
import { useEffect, useRef } from "react";
import type { Group, Item } from "./queries.ts";

/** A row: one item, or all items of a kind. */
export type Entry = { item: Item } | { group: Group };

export const keyOf = (entry: Entry): string =>
  "group" in entry ? `group ${entry.group.kind}` : `item ${entry.item.id}`;

interface Handlers {
  entries: readonly Entry[];
  place: number;
  choose: (entry: Entry) => void;
  act: (entry: Entry, index: number) => void;
  snooze: (entry: Entry) => void;
  nothing: (entry: Entry) => void;
  open: (entry: Entry) => void;
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

export function useExceptionKeys(handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target)) return;
      const { entries, place, choose, act, snooze, nothing, open } = latest.current;
      const entry = entries[place];
      if (entry === undefined) return;
      const isRow = event.target instanceof HTMLElement && event.target.dataset["entry"] !== undefined;
      const move = (by: number) => {
        const next = entries[Math.min(entries.length - 1, Math.max(0, place + by))];
        if (next === undefined) return;
        choose(next);
        document.querySelector<HTMLElement>(`[data-entry="${keyOf(next)}"]`)?.focus();
      };
      if (event.key === "j" || (event.key === "ArrowDown" && isRow)) move(1);
      else if (event.key === "k" || (event.key === "ArrowUp" && isRow)) move(-1);
      else if (/^[1-3]$/.test(event.key)) act(entry, Number(event.key) - 1);
      else if (event.key === "s") snooze(entry);
      else if (event.key === "d") nothing(entry);
      // On a button or a link Enter does what that says.
      else if (event.key === "Enter" && (isRow || event.target === document.body)) open(entry);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
