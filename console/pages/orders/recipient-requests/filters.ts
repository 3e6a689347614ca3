/** The query of the page of requests. */
import { defineSearch, id, page, word } from "../../../parts/search-params.ts";

export interface RequestFilters {
  /** Those that wait when absent. */
  show?: "all";
  order_id?: number;
  page?: number;
}

export const readRequestFilters = defineSearch<RequestFilters>({
  show: word(["all"]),
  order_id: id(),
  page: page(),
});
