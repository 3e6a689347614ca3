/** The query of the list of routes. */
import { type ListSearch, readListSearch } from "../../../parts/grid/list-search.ts";
import { readDate } from "../../../parts/search-params.ts";

export const readRoutesPage = (search: Record<string, unknown>): ListSearch & { date?: string } => ({
  ...readDate(search),
  ...readListSearch(search),
});
