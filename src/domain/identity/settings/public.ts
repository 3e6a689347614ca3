/** Settings for other families: those of a business at this moment, and what planning takes from them. */
export { loadSettings } from "./load.ts";
export {
  getPlanningSettings,
  getVehicleCosts,
  type PlanningSettings,
  type VehicleCosts,
} from "./planning.ts";
export { activeRangeRequested, depotChanged, depotPositionRequested } from "./topics.ts";
