/** The query of the list of vehicles. */
import { LIST_PARAMS, type ListSearch } from "../../../parts/grid/list-search.ts";
import { defineSearch, flag, word } from "../../../parts/search-params.ts";

export const GROUPS = ["retired", "all"] as const;

export interface VehiclesSearch extends ListSearch {
  /** Those in use when absent. */
  group?: (typeof GROUPS)[number];
  /** The form of a new vehicle is open. */
  create?: true;
}

export const readVehiclesSearch = defineSearch<VehiclesSearch>({
  ...LIST_PARAMS,
  group: word(GROUPS),
  create: flag(),
});
