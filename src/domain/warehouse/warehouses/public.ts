/** Warehouses for other families: the depot, and which warehouses exist. */
export { setDepot } from "./depot.ts";
export { listUnknownWarehouses } from "./rows.ts";
