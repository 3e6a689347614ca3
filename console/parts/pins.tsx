/** The pins and recent pages of the signed-in account, and the star that pins a page. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { IconStar, IconStarFilled } from "#icons";
import { useOptionalMe } from "../api/session.ts";
import { text } from "./text.ts";
import { isPinned, parseVisited, togglePin, type Visited } from "./visited.ts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of the same account.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** What the account has pinned and opened; `change` stores it. */
export function useVisited(): [Visited, (change: (visited: Visited) => Visited) => void] {
  const account = useOptionalMe()?.user.id ?? 0;
  const key = `packhorse.visited.${account}`;
  const stored_text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const change = useCallback(
    (next: (visited: Visited) => Visited) => {
      localStorage.setItem(key, JSON.stringify(next(parseVisited(localStorage.getItem(key)))));
      for (const tell of listeners) tell();
    },
    [key],
  );
  return [useMemo(() => parseVisited(stored_text), [stored_text]), change];
}

export function PinStar({ title }: { title: string }) {
  const { pathname } = useLocation();
  const [visited, change] = useVisited();
  const pinned = isPinned(visited, pathname);
  const label = pinned ? text.pins.remove : text.pins.add;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color={pinned ? undefined : "gray"}
        size="sm"
        aria-label={label}
        aria-pressed={pinned}
        onClick={() => change((now) => togglePin(now, { pathname, title }))}
      >
        {pinned ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.7} />}
      </ActionIcon>
    </Tooltip>
  );
}
