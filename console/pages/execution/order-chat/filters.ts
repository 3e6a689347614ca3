/** The filter of the list of conversations, as it stands in its address. */
import { defineSearch, word } from "../../../parts/search-params.ts";

export interface InboxFilters {
  show?: "unread" | "to_answer";
}

export const readInboxFilters = defineSearch<InboxFilters>({ show: word(["unread", "to_answer"]) });
