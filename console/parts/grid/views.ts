/** Saved views of a list: which is open, and how the list differs from it. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { View, ViewCreateInput } from "../../../packages/client/client.gen.ts";
import { client } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { isSameLayout, type Layout, readLayout } from "./columns.ts";
import { useLayout } from "./use-layout.ts";

export type { View };
export type Filters = ViewCreateInput["definition"]["filters"];

/** What the address of a list says of it. */
export interface ListState {
  filters: Filters;
  sort: string | undefined;
}

/** In the address: the list as the console proposes it, although another view is the default. */
export const NO_VIEW = 0;

const viewsQuery = (list: string) =>
  queryOptions({
    queryKey: ["views", list],
    queryFn: ({ signal }) => client.views({ list, per_page: 200 }, { signal }),
    staleTime: 60_000,
  });

function sortMembers(filters: Filters): string {
  return JSON.stringify(Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isSameState(one: ListState, other: ListState): boolean {
  return one.sort === other.sort && sortMembers(one.filters) === sortMembers(other.filters);
}

/** The layout of the open view with what was changed since; without a view, what is kept in this browser. */
export function useViews(list: string, view_id: number | undefined, state: ListState) {
  const may_read = useMe().permissions.includes("views:read");
  const query = useQuery({ ...viewsQuery(list), enabled: may_read });
  const views = query.data?.views ?? NONE;
  const current = views.find(({ id }) => id === view_id);
  const [plain, setPlain] = useLayout(list);
  const [changed, setChanged] = useState<Record<number, Layout>>({});
  const saved = current === undefined ? plain : toLayout(current);
  const layout = current === undefined ? plain : (changed[current.id] ?? saved);
  const setLayout = useCallback(
    (next: Layout) => {
      if (current === undefined) setPlain(next);
      else setChanged((was) => ({ ...was, [current.id]: next }));
    },
    [current, setPlain],
  );
  const is_changed =
    current !== undefined &&
    !(
      isSameLayout(layout, saved) &&
      isSameState(state, { filters: current.definition.filters, sort: current.definition.sort })
    );
  return { may_read, is_loaded: query.data !== undefined, views, current, layout, setLayout, is_changed };
}

const NONE: readonly View[] = [];
const LAYOUTS = new WeakMap<View, Layout>();

function toLayout(view: View): Layout {
  const layout = LAYOUTS.get(view) ?? readLayout(view.definition);
  LAYOUTS.set(view, layout);
  return layout;
}
