/** Warehouses for other families: the depot, and which warehouses exist. */
export { setDepot } from "./depot.ts";
export {
  findWarehouse,
  listReach,
  listUnknownWarehouses,
  loadWarehouses,
  lockOpenWarehouses,
} from "./rows.ts";
