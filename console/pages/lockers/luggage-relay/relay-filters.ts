/** Filters of the work list are part of the URL, so that a view can be bookmarked and shared. */
import type { LuggageRelaysInput } from "../../../../packages/client/client.gen.ts";
import { defineSearch, page, word } from "../../../parts/search-params.ts";
import { STATES } from "./states.ts";

export interface RelaySearch {
  status?: string;
  page?: number;
}

const PER_PAGE = 50;

export const readRelayFilters = defineSearch<RelaySearch>({
  status: word(Object.keys(STATES)),
  page: page(),
});

/** Without a status: what staff have to do something about. */
export const toRelaysInput = ({ status, page = 1 }: RelaySearch): LuggageRelaysInput => ({
  page,
  per_page: PER_PAGE,
  ...(status === undefined
    ? { is_open: true }
    : { status: status as NonNullable<LuggageRelaysInput["status"]> }),
});
