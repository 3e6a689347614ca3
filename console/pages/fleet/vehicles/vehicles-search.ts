/** The query of the list of vehicles. */
import { type ListSearch, readListSearch } from "../../../parts/grid/list-search.ts";

export const GROUPS = ["retired", "all"] as const;

export interface VehiclesSearch extends ListSearch {
  /** Those in use when absent. */
  group?: (typeof GROUPS)[number];
  /** The form of a new vehicle is open. */
  create?: true;
}

export function readVehiclesSearch(search: Record<string, unknown>): VehiclesSearch {
  const group = GROUPS.find((one) => one === search["group"]);
  return {
    ...readListSearch(search),
    ...(group === undefined ? {} : { group }),
    ...(search["create"] === true ? { create: true } : {}),
  };
}
