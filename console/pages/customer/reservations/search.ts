/** Filters are part of the address, so that a view can be bookmarked and shared. */
import { day, defineSearch, id, page, word } from "../../../parts/search-params.ts";

export interface DeskSearch {
  bookable?: number;
  date?: string;
}

export const readDeskSearch = defineSearch<DeskSearch>({ bookable: id(), date: day() });

export const ENTRY_STATUSES = ["WAITING", "OFFERED", "CONVERTED", "DECLINED", "LAPSED", "LEFT"] as const;

export interface WaitlistSearch {
  bookable?: number;
  status?: (typeof ENTRY_STATUSES)[number];
  page?: number;
}

export const readWaitlistSearch = defineSearch<WaitlistSearch>({
  bookable: id(),
  status: word([...ENTRY_STATUSES]) as never,
  page: page(),
});
