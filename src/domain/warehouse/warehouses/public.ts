/** Warehouses for other families: the depot, and which warehouses exist, and their bins. */
export { setDepot } from "./depot.ts";
export {
  findWarehouse,
  listReach,
  listUnknownWarehouses,
  loadWarehouses,
  lockBins,
  lockOpenWarehouses,
} from "./rows.ts";
export type { BinRow } from "./shapes.ts";
