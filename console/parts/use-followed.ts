import { useIsMutating } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { choose, followList, mayAct, NOTHING_FOLLOWED } from "./follow-list.ts";

interface FollowedRow {
  key: string | null;
  choose: (key: string) => void;
  /** Wraps what a key does: it is ignored while a write runs, and for a record that was not seen yet. */
  acting: (run: () => void) => () => void;
}

/**
 * The chosen row of a list with keys. `focusRow` focuses the row of a key: called when the one with the focus is gone.
 * `isSettling`: what was decided is still listed, until the list is read again.
 */
export function useFollowed(
  keys: readonly string[],
  focusRow: (key: string) => void,
  isSettling: (key: string | null) => boolean = () => false,
): FollowedRow {
  const [state, setState] = useState(NOTHING_FOLLOWED);
  const next = followList(state, keys, performance.now());
  if (next !== state) setState(next);
  const is_writing = useIsMutating() > 0;
  const is_settling = isSettling(next.chosen);
  const latest = useRef({ next, is_writing, is_settling });
  const focus = useRef(focusRow);
  useEffect(() => {
    latest.current = { next, is_writing, is_settling };
    focus.current = focusRow;
  });
  const { chosen, moved_at } = next;
  useEffect(() => {
    // At its first row a page leaves the focus where it is.
    if (chosen === null || moved_at === null || document.activeElement !== document.body) return;
    focus.current(chosen);
  }, [chosen, moved_at]);
  return {
    key: chosen,
    choose: (key) => setState((before) => choose(before, key)),
    acting: (run) => () => {
      const { next: followed, ...now } = latest.current;
      if (!now.is_writing && !now.is_settling && mayAct(followed, performance.now())) run();
    },
  };
}
