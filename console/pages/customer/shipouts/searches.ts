/** The queries of the pages: which ship-outs or packages are shown. */
import { defineSearch, flag, id, ids, word } from "../../../parts/search-params.ts";

export const VIEWS = ["to_pick", "picking", "waiting", "ended"] as const;

export interface ShipoutsSearch {
  show?: (typeof VIEWS)[number];
}

export const readShipoutsSearch = defineSearch<ShipoutsSearch>({ show: word(VIEWS) });

export const PACKAGE_STATUSES = [
  "EXPECTED",
  "RECEIVED",
  "HELD",
  "STOCKED_OUT",
  "MISSING",
  "DISPOSED",
] as const;

export interface StoredSearch {
  status?: (typeof PACKAGE_STATUSES)[number];
  storage_order_id?: number;
}

export const readStoredSearch = defineSearch<StoredSearch>({
  status: word(PACKAGE_STATUSES),
  storage_order_id: id(),
});

/** The packages that a customer chose to have shipped out. */
export const readChosenSearch = defineSearch<{ packages?: number[] }>({ packages: ids() });

/** The ship-out was ordered just now. */
export const readPlacedSearch = defineSearch<{ placed?: true }>({ placed: flag() });
