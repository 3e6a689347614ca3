/** The queries of the pages. Invalid values are dropped, because people type URLs. Without texts, for the manifest. */

/** `all`: packages that are expected, held or gone too. */
export interface StorageSearch {
  packages?: "all";
}

export const readStorageSearch = ({ packages }: Record<string, unknown>): StorageSearch =>
  packages === "all" ? { packages } : {};

/** A code of digits only is parsed as a number. */
export const readServiceSearch = ({ service }: Record<string, unknown>): { service?: string } =>
  (typeof service === "string" && service !== "") || typeof service === "number"
    ? { service: String(service).slice(0, 40) }
    : {};

/** The order was placed just now. */
export const readPlacedSearch = ({ placed }: Record<string, unknown>): { placed?: true } =>
  placed === true ? { placed } : {};

/** Which orders staff see. */
export const SHOWN = ["open", "overdue", "to_price", "ended", "all"] as const;

export interface StorageOrdersSearch {
  show?: (typeof SHOWN)[number];
}

export function readStorageOrdersSearch({ show }: Record<string, unknown>): StorageOrdersSearch {
  const known = SHOWN.find((one) => one === show);
  return known === undefined ? {} : { show: known };
}
