/** The query of the list of routes. */
import { LIST_PARAMS, type ListSearch } from "../../../parts/grid/list-search.ts";
import { day, defineSearch } from "../../../parts/search-params.ts";

export const readRoutesSearch = defineSearch<ListSearch & { date?: string }>({ date: day(), ...LIST_PARAMS });
