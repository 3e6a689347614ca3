/** Warehouses for other families: which warehouses exist, and their bins. */
export { type BinRow, lockBins } from "./records/bin.ts";
export {
  findWarehouse,
  listReach,
  listUnknownWarehouses,
  loadWarehouses,
  lockOpenWarehouses,
} from "./records/warehouse.ts";
export { stockInBinsRequested, warehouseUsesRequested } from "./topics.ts";
