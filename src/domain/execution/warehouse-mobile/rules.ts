/** What can be done with what was scanned. Pure. */

export const ACTIONS = [
  "receive",
  "sort",
  "load",
  "transfer",
  "transfer_out",
  "transfer_in",
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
  /** At a warehouse, its id. */
  custody_ref: string | null;
  order_status: string;
  route_id: number | null;
  route_status: string | null;
  route_start_id: number | null;
  /** Where its order starts. */
  origin_warehouse_id: number | null;
  /** The open transfer that takes it, seen from this warehouse. */
  transfer: "leaves_here" | "comes_here" | "strays_here" | null;
}

const ENDED = ["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"];
/** Goods that were cancelled or returned to us are received wherever they turn up. */
const HERE_AFTER_ALL = ["CANCELLED", "REJECTED"];
const LOADABLE = ["RELEASED", "LOADED", "IN_PROGRESS"];

/** The order is at a warehouse with the last of its parcels; each parcel as soon as it was received there. */
function isAtWarehouse(
  { custody, custody_ref }: Pick<ParcelFacts, "custody" | "custody_ref">,
  warehouse_id: number,
): boolean {
  return custody === "warehouse" && custody_ref === String(warehouse_id);
}

/** It lies at another warehouse than the one where its route, or else its order, starts. */
export function isMisplaced(
  { route_start_id, origin_warehouse_id }: Pick<ParcelFacts, "route_start_id" | "origin_warehouse_id">,
  warehouse_id: number,
): boolean {
  const home = route_start_id ?? origin_warehouse_id;
  return home !== null && home !== warehouse_id;
}

export function listParcelActions(parcel: ParcelFacts, warehouse_id: number): Action[] {
  if (parcel.custody === "disposed") return [];
  if (ENDED.includes(parcel.order_status))
    return HERE_AFTER_ALL.includes(parcel.order_status) && !isAtWarehouse(parcel, warehouse_id)
      ? ["receive"]
      : [];
  // One that strayed is received here first; what it is misplaced for is its transfer on.
  if (parcel.transfer === "strays_here") return ["receive"];
  if (parcel.transfer === "comes_here") return ["transfer_in"];
  if (!isAtWarehouse(parcel, warehouse_id)) return ["receive"];
  if (parcel.transfer === "leaves_here") return ["transfer_out"];
  if (isMisplaced(parcel, warehouse_id)) return ["transfer"];
  if (parcel.route_id === null) return [];
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

export function listPackageActions(package_facts: PackageFacts, warehouse_id: number): Action[] {
  if (package_facts.status !== "in_stock") return package_facts.receipt_id === null ? [] : ["receive"];
  if (package_facts.warehouse_id !== warehouse_id) return ["transfer"];
  return package_facts.zone_kind === "receiving" ? ["put_away", "move"] : ["move", "count"];
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

interface TransferFacts {
  state: string;
  from_warehouse_id: number;
  to_warehouse_id: number;
}

/** Of a cage or pallet as a whole: one of which every parcel has come is closed. */
export function listTransferActions(transfer: TransferFacts, warehouse_id: number): Action[] {
  const { state, from_warehouse_id, to_warehouse_id } = transfer;
  if (warehouse_id === from_warehouse_id)
    return ["DRAFT", "OUTBOUND"].includes(state) ? ["transfer_out"] : [];
  if (warehouse_id !== to_warehouse_id) return [];
  if (state === "RECEIVED") return ["close"];
  return ["DRAFT", "OUTBOUND", "IN_TRANSIT"].includes(state) ? ["transfer_in"] : [];
}

/**
 * What else there is to say of a cage: it is under way to another warehouse, or its transfer has ended, and what lies on it
 * is scanned parcel by parcel.
 */
export function findCageNote(transfer: TransferFacts, warehouse_id: number): "strays" | "ended" | null {
  const { state, to_warehouse_id } = transfer;
  if (["CLOSED", "CANCELLED", "ROLLED_BACK"].includes(state)) return "ended";
  if (warehouse_id === to_warehouse_id || listTransferActions(transfer, warehouse_id).length > 0) return null;
  return state === "RECEIVED" ? "ended" : "strays";
}

/** Why a parcel is not sorted at this warehouse; null when it is. */
export function findSortProblem(
  parcel: Pick<ParcelFacts, "custody" | "custody_ref" | "route_id" | "route_start_id" | "route_status">,
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
