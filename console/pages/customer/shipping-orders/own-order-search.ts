/** Queries of the customer's pages. */
import { defineSearch, flag, word } from "../../../parts/search-params.ts";
import { STATUSES, type Status } from "./status-words.ts";

export const readOwnOrderSearch = defineSearch<{ status?: Status }>({ status: word(STATUSES) });

/** The order was placed just now. */
export const readPlaced = defineSearch<{ placed?: true }>({ placed: flag() });
