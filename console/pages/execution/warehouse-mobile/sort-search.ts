import { day, defineSearch } from "../../../parts/search-params.ts";

/** The query of the sorting page: a day; today when absent. */
export interface SortSearch {
  date?: string;
}

export const readSortSearch = defineSearch<SortSearch>({ date: day() });
