/** What the address of a list says: search, sort order, view. Pure; manifests read it. */
import { defineSearch, integer, sort, text } from "../search-params.ts";

export interface ListSearch {
  q?: string;
  sort?: string;
  view?: number;
}

/** Members of every list. */
export const LIST_PARAMS = { q: text(), sort: sort(), view: integer(0, Number.MAX_SAFE_INTEGER) };

export const readListSearch = defineSearch<ListSearch>(LIST_PARAMS);

/** What narrows the list; the rest says how it is shown. */
export function readFilters<Search extends ListSearch>({
  sort: _sort,
  view: _view,
  ...filters
}: Search): Omit<Search, "sort" | "view"> {
  return filters;
}
