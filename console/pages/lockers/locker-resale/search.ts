/** The filter of the list is part of the address, so that a view can be bookmarked and shared. */
import { defineSearch, id, page, word } from "../../../parts/search-params.ts";
import { STATUSES } from "./states.ts";

export interface ResaleSearch {
  status?: keyof typeof STATUSES;
  page?: number;
}

export const readResaleSearch = defineSearch<ResaleSearch>({
  status: word(Object.keys(STATUSES)) as never,
  page: page(),
});

/** The locker that a seller chose before the handover was created. */
export const readHandoverSearch = defineSearch<{ locker?: number }>({ locker: id() });
