/** Filters of the list of rentals are part of the URL, so that a view can be bookmarked and shared. */
import type { LockerStorageRentalsInput } from "../../../../packages/client/client.gen.ts";
import { day, defineSearch, oneOf, page, text, word } from "../../../parts/search-params.ts";
import { addDays, type Times } from "../../../parts/times.ts";
import { STATES } from "./states.ts";

export interface RentalSearch {
  state?: string;
  device?: string;
  from?: string;
  to?: string;
  page?: number;
}

const PER_PAGE = 50;

export const readRentalFilters = defineSearch<RentalSearch>({
  state: word(Object.keys(STATES)),
  device: text(100),
  from: day(),
  to: day(),
  page: page(),
});

/** Days are in the business's time zone; the last day is included. */
export function toRentalsInput(
  { state, device, from, to, page = 1 }: RentalSearch,
  times: Times,
): LockerStorageRentalsInput {
  return {
    page,
    per_page: PER_PAGE,
    ...(state === undefined ? {} : { state: state as NonNullable<LockerStorageRentalsInput["state"]> }),
    ...(device === undefined ? {} : { device }),
    ...(from === undefined ? {} : { from: times.getDayStart(from) }),
    ...(to === undefined ? {} : { to: times.getDayStart(addDays(to, 1)) }),
  };
}

export const STATS_PERIODS = [7, 30, 90] as const;

export interface StatsSearch {
  /** 30 when absent. */
  days?: (typeof STATS_PERIODS)[number] | undefined;
}

export const readStatsSearch = defineSearch<StatsSearch>({ days: oneOf(STATS_PERIODS) });
