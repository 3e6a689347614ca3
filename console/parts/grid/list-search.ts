/** What the address of a list says: search, sort order, view. Pure; manifests read it. */

export interface ListSearch {
  q?: string;
  sort?: string;
  view?: number;
}

const SORT = /^-?[a-z_]{1,40}$/;

export function readListSearch({ q, sort, view }: Record<string, unknown>): ListSearch {
  // The router parses a search value of digits only as a number.
  const words = typeof q === "number" ? String(q) : q;
  return {
    ...(typeof words === "string" && words.trim() !== "" ? { q: words } : {}),
    ...(typeof sort === "string" && SORT.test(sort) ? { sort } : {}),
    ...(typeof view === "number" && Number.isSafeInteger(view) && view >= 0 ? { view } : {}),
  };
}

/** What narrows the list; the rest says how it is shown. */
export function readFilters<Search extends ListSearch>({
  sort: _sort,
  view: _view,
  ...filters
}: Search): Omit<Search, "sort" | "view"> {
  return filters;
}
