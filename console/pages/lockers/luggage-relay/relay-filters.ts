/** Filters of the work list are part of the URL, so that a view can be bookmarked and shared. */
import type { LuggageRelaysInput } from "../../../../packages/client/client.gen.ts";
import { defineSearch, page, text, word } from "../../../parts/search-params.ts";
import { STATES } from "./states.ts";

export interface RelaySearch {
  status?: string;
  tag?: string;
  page?: number;
}

const PER_PAGE = 50;

export const readRelayFilters = defineSearch<RelaySearch>({
  status: word(Object.keys(STATES)),
  tag: text(40),
  page: page(),
});

/** Without a status: what staff have to do something about. A tag is looked for in all of them. */
export const toRelaysInput = ({ status, tag, page = 1 }: RelaySearch): LuggageRelaysInput => ({
  page,
  per_page: PER_PAGE,
  ...(tag === undefined ? {} : { tag }),
  ...(status !== undefined
    ? { status: status as NonNullable<LuggageRelaysInput["status"]> }
    : tag === undefined
      ? { is_open: true }
      : {}),
});
