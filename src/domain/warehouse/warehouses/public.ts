/** Warehouses for other families: the depot, and which warehouses exist, and their bins. */
export { setDepot } from "./depot.ts";
export { type BinRow, lockBins } from "./records/bin.ts";
export {
  findWarehouse,
  listReach,
  listUnknownWarehouses,
  loadWarehouses,
  lockOpenWarehouses,
} from "./records/warehouse.ts";
export { stockInBinsRequested, warehouseUsesRequested } from "./topics.ts";
