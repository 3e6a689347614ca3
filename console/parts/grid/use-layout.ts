/** The columns that somebody chose for a list, kept in this browser for each account. */
import { useCallback, useState } from "react";
import { useOptionalMe } from "../../api/session.ts";
import { type Layout, readLayout } from "./columns.ts";

export function useLayout(id: string): [Layout, (layout: Layout) => void] {
  const account = useOptionalMe()?.user.id ?? 0;
  const key = `packhorse.columns.${account}.${id}`;
  const [layout, setLayout] = useState<Layout>(() => read(key));
  const change = useCallback(
    (next: Layout) => {
      setLayout(next);
      try {
        if (next.columns === undefined && next.widths === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // A browser that stores nothing keeps the columns until the page is left.
      }
    },
    [key],
  );
  return [layout, change];
}

function read(key: string): Layout {
  try {
    return readLayout(JSON.parse(localStorage.getItem(key) ?? "null"));
  } catch {
    return {};
  }
}
