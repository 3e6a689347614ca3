/** Items of the dispatch board: what needs a person, and what was decided. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  DispatchBoardInput,
  DispatchBoardOutput,
  DispatchItemsBulkActivityInput,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import type { ShownRecord } from "../../../api/live/changes.ts";
import type { Item } from "./define-attention.ts";
import { toBoardFilter, type Whose } from "./filters.ts";

export type { Item };
export type Group = DispatchBoardOutput["groups"][number];

/** Groups with more open items than this are one row. */
export const GROUP_ROWS_MAX = 8;

/** Counts of every kind. */
export const groupsQuery = queryOptions({
  queryKey: ["dispatch", "groups"],
  queryFn: ({ signal }) => client.dispatchBoard({ per_page: 1 }, { signal }),
  meta: { live: ["attention_item"] },
});

/** The newest items of each kind, and how many there are: what the list of all kinds shows, in one request. */
export const boardQuery = (state: "open" | "snoozed", whose?: Whose) =>
  queryOptions({
    queryKey: ["dispatch", "board", state, whose ?? "all"],
    queryFn: async ({ signal }) => {
      const filter = { state, ...toBoardFilter(whose), per_kind: GROUP_ROWS_MAX, per_page: 200 };
      let page = await client.dispatchBoard(filter, { signal });
      const { groups, items } = page;
      while (page.next_cursor !== null) {
        page = await client.dispatchBoard({ ...filter, cursor: page.next_cursor }, { signal });
        items.push(...page.items);
      }
      return { groups, items };
    },
    meta: { live: listLive },
  });

/** Items that come and go, and the records that the listed ones name. */
function listLive(data: { items: readonly Item[] } | undefined): readonly ShownRecord[] {
  return [
    "attention_item",
    ...(data?.items ?? []).flatMap(({ order_id, route_id }): ShownRecord[] => [
      ...(order_id === null ? [] : [{ order: order_id }]),
      ...(route_id === null ? [] : [{ route: route_id }]),
    ]),
  ];
}

/** Who can handle items, and how many each handles. */
export const assigneesQuery = queryOptions({
  queryKey: ["dispatch", "assignees"],
  queryFn: ({ signal }) => client.dispatchAssignees({}, { signal }),
  meta: { live: ["attention_item"] },
});

/** Open items of all kinds. */
export const countOpen = async ({ signal }: { signal: AbortSignal }) => {
  const { groups } = await client.dispatchBoard({ per_page: 1 }, { signal });
  return groups.reduce((sum, { open }) => sum + open, 0);
};

export const itemsQuery = (
  { whose, ...listed }: Pick<DispatchBoardInput, "kind" | "state"> & { whose: Whose | undefined },
  per_page = 50,
) => {
  const filter = { ...listed, ...toBoardFilter(whose) };
  return infiniteQueryOptions({
    queryKey: ["dispatch", "items", filter, per_page],
    queryFn: ({ signal, pageParam }) =>
      client.dispatchBoard(
        { ...filter, per_page, ...(pageParam === "" ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    meta: {
      live: (data: { pages: readonly DispatchBoardOutput[] } | undefined) =>
        listLive(data && { items: data.pages.flatMap(({ items }) => items) }),
    },
  });
};

/** The most items that one action of a whole group takes. */
export const GROUP_MAX = 5000;

/** Every item of a kind that the page lists, for an action on all of them. */
export const allItemsQuery = (kind: string, state: "open" | "snoozed", whose: Whose | undefined) =>
  queryOptions({
    queryKey: ["dispatch", "all", kind, state, whose ?? "all"],
    queryFn: async ({ signal }) => {
      const items: Item[] = [];
      let cursor: string | null = "";
      while (cursor !== null && items.length < GROUP_MAX) {
        const page: DispatchBoardOutput = await client.dispatchBoard(
          { kind, state, ...toBoardFilter(whose), per_page: 200, ...(cursor === "" ? {} : { cursor }) },
          { signal },
        );
        items.push(...page.items);
        cursor = page.next_cursor;
      }
      return items;
    },
    staleTime: 0,
    gcTime: 0,
  });

export const decisionsQuery = (date: string) =>
  queryOptions({
    queryKey: ["dispatch", "decisions", date],
    queryFn: ({ signal }) => client.dispatchDecisions({ date, per_page: 100 }, { signal }),
    meta: { live: ["attention_item"] },
  });

export const rulesQuery = queryOptions({
  queryKey: ["dispatch", "rules"],
  queryFn: ({ signal }) => client.dispatchRules({}, { signal }),
});

const CHUNK = 500;

/** Records a decision about items, snoozes, reopens or assigns them: as many calls as their number needs. */
export async function changeItems(
  item_ids: readonly number[],
  change: Omit<DispatchItemsBulkActivityInput, "item_ids">,
): Promise<{ done: number; errors: { id: number | null; message: string }[] }> {
  const answer = { done: 0, errors: [] as { id: number | null; message: string }[] };
  for (let at = 0; at < item_ids.length; at += CHUNK) {
    const { done, errors } = await client.dispatchItemsBulkActivity({
      item_ids: item_ids.slice(at, at + CHUNK),
      ...change,
    });
    answer.done += done;
    answer.errors.push(...errors);
  }
  return answer;
}
