import { defineSearch, id } from "../parts/search-params.ts";

/** The query of a conversation: the number of a refused message that is corrected. */
export interface ChatSearch {
  corrects?: number;
}

export const readChatSearch = defineSearch<ChatSearch>({ corrects: id() });
