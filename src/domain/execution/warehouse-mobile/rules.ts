/** What can be done with what was scanned. Pure. */

export const MATCH_TYPES = ["parcel", "package", "receipt", "bin", "article", "route"] as const;
export type MatchType = (typeof MATCH_TYPES)[number];

export const ACTIONS = [
  "receive",
  "sort",
  "load",
  "transfer",
  "put_away",
  "move",
  "count",
  "close",
  "check_load",
  "release",
] as const;
export type Action = (typeof ACTIONS)[number];

interface ParcelFacts {
  custody: string;
  /** The warehouse that received this parcel, where that was said. */
  custody_ref: string | null;
  order_status: string;
  current_warehouse_id: number | null;
  route_id: number | null;
  route_status: string | null;
  route_start_id: number | null;
}

const ENDED = ["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"];
const LOADABLE = ["RELEASED", "LOADED", "IN_PROGRESS"];

/** The order is at a warehouse with the last of its parcels; each parcel as soon as it was received there. */
function isAtWarehouse(
  {
    custody,
    custody_ref,
    current_warehouse_id,
  }: Pick<ParcelFacts, "custody" | "custody_ref" | "current_warehouse_id">,
  warehouse_id: number,
): boolean {
  if (custody !== "warehouse") return false;
  const received_at =
    custody_ref !== null && /^\d+$/.test(custody_ref) ? Number(custody_ref) : current_warehouse_id;
  return received_at === warehouse_id;
}

export function listParcelActions(parcel: ParcelFacts, warehouse_id: number): Action[] {
  if (ENDED.includes(parcel.order_status) || parcel.custody === "disposed") return [];
  if (!isAtWarehouse(parcel, warehouse_id)) return ["receive"];
  if (parcel.route_id === null) return [];
  // Its route starts elsewhere: it lies in the wrong warehouse.
  if (parcel.route_start_id !== null && parcel.route_start_id !== warehouse_id) return ["transfer"];
  const actions: Action[] = ["sort"];
  if (parcel.route_status !== null && LOADABLE.includes(parcel.route_status)) actions.push("load");
  return actions;
}

interface PackageFacts {
  status: string;
  warehouse_id: number | null;
  zone_kind: string | null;
  receipt_id: number | null;
}

export function listPackageActions(found: PackageFacts, warehouse_id: number): Action[] {
  if (found.status !== "in_stock") return found.receipt_id === null ? [] : ["receive"];
  if (found.warehouse_id !== warehouse_id) return ["transfer"];
  return found.zone_kind === "receiving" ? ["put_away", "move"] : ["move", "count"];
}

export function listReceiptActions(status: string): Action[] {
  if (status === "expected") return ["receive"];
  return status === "receiving" ? ["receive", "close"] : [];
}

export function listArticleActions(article: {
  qty: number;
  receipt_id: number | null;
  in_receiving: number;
}): Action[] {
  const actions: Action[] = [];
  if (article.receipt_id !== null) actions.push("receive");
  if (article.in_receiving > 0) actions.push("put_away");
  if (article.qty > 0) actions.push("move", "count");
  return actions;
}

export function listBinActions(bin: { status: string; qty: number }): Action[] {
  if (bin.status === "closed") return [];
  return bin.qty > 0 ? ["put_away", "move", "count"] : ["put_away", "count"];
}

export function listRouteActions(status: string): Action[] {
  if (LOADABLE.includes(status)) return ["check_load", "sort"];
  return ["PLANNED", "POSTED", "ASSIGNED"].includes(status) ? ["sort"] : [];
}

/** Why a parcel is not sorted at this warehouse; null when it is. */
export function findSortProblem(
  parcel: Pick<
    ParcelFacts,
    "custody" | "custody_ref" | "current_warehouse_id" | "route_id" | "route_start_id"
  > & {
    route_status: string | null;
  },
  warehouse_id: number,
): "no_route" | "wrong_warehouse" | "not_here" | null {
  const is_sorted = ["PLANNED", "POSTED", "ASSIGNED", ...LOADABLE].includes(parcel.route_status ?? "");
  if (parcel.route_id === null || !is_sorted) return "no_route";
  if (parcel.route_start_id !== warehouse_id) return "wrong_warehouse";
  return isAtWarehouse(parcel, warehouse_id) ? null : "not_here";
}

/** Parcels are loaded until the route leaves. */
export function isLoadable(status: string): boolean {
  return status === "RELEASED" || status === "LOADED";
}
