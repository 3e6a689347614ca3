/** The query of the list of drivers. */
import { LIST_PARAMS, type ListSearch } from "../../../parts/grid/list-search.ts";
import { defineSearch, word } from "../../../parts/search-params.ts";

export const GROUPS = ["on", "closed"] as const;

export interface DriversSearch extends ListSearch {
  /** All when absent. */
  group?: (typeof GROUPS)[number];
}

export const readDriversSearch = defineSearch<DriversSearch>({ ...LIST_PARAMS, group: word(GROUPS) });
