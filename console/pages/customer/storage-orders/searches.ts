/** The queries of the pages. Without texts, for the manifest. */
import { defineSearch, flag, text, word } from "../../../parts/search-params.ts";

/** `all`: packages that are expected, held or gone too. */
export interface StorageSearch {
  packages?: "all";
}

export const readStorageSearch = defineSearch<StorageSearch>({ packages: word(["all"]) });

export const readServiceSearch = defineSearch<{ service?: string }>({ service: text(40) });

/** The order was placed just now. */
export const readPlacedSearch = defineSearch<{ placed?: true }>({ placed: flag() });

/** Which orders staff see. */
export const VIEWS = ["open", "overdue", "to_price", "ended", "all"] as const;

export interface StorageOrdersSearch {
  show?: (typeof VIEWS)[number];
}

export const readStorageOrdersSearch = defineSearch<StorageOrdersSearch>({ show: word(VIEWS) });
