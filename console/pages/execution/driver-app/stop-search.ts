import { defineSearch, id } from "../../../parts/search-params.ts";

/** The query of a stop's page: the number of a refused item that is corrected. */
export interface StopSearch {
  corrects?: number;
}

export const readStopSearch = defineSearch<StopSearch>({ corrects: id() });
