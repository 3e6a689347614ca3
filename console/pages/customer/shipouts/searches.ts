/** The queries of the pages: which ship-outs or packages are shown. */
export const SHOWN = ["to_pick", "picking", "waiting", "ended"] as const;

export interface ShipoutsSearch {
  show?: (typeof SHOWN)[number];
}

export function readShipoutsSearch({ show }: Record<string, unknown>): ShipoutsSearch {
  const known = SHOWN.find((one) => one === show);
  return known === undefined ? {} : { show: known };
}

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

export function readStoredSearch({ status, storage_order_id }: Record<string, unknown>): StoredSearch {
  const known = PACKAGE_STATUSES.find((one) => one === status);
  const order = Number(storage_order_id);
  return {
    ...(known === undefined ? {} : { status: known }),
    ...(Number.isSafeInteger(order) && order > 0 ? { storage_order_id: order } : {}),
  };
}

const CHOSEN_MAX = 200;

/** The packages that a customer chose to have shipped out. */
export function readChosenSearch({ packages }: Record<string, unknown>): { packages?: number[] } {
  const ids = (Array.isArray(packages) ? packages : []).filter(
    (id): id is number => Number.isSafeInteger(id) && (id as number) > 0,
  );
  return ids.length === 0 ? {} : { packages: [...new Set(ids)].slice(0, CHOSEN_MAX) };
}

/** The ship-out was ordered just now. */
export const readPlacedSearch = ({ placed }: Record<string, unknown>): { placed?: true } =>
  placed === true ? { placed } : {};
