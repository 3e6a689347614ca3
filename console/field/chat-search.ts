import { defineSearch, id } from "../parts/search-params.ts";

/** The query of the address of a chat: `corrects` is the number, in the queue, of the refused message that is corrected. */
export interface ChatSearch {
  corrects?: number;
}

export const readChatSearch = defineSearch<ChatSearch>({ corrects: id() });
