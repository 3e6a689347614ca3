/** The query of the list of drivers. */
import { type ListSearch, readListSearch } from "../../../parts/grid/list-search.ts";

export const GROUPS = ["on", "closed"] as const;

export interface DriversSearch extends ListSearch {
  /** All when absent. */
  group?: (typeof GROUPS)[number];
}

export function readDriversSearch(search: Record<string, unknown>): DriversSearch {
  const group = GROUPS.find((one) => one === search["group"]);
  return { ...readListSearch(search), ...(group === undefined ? {} : { group }) };
}
