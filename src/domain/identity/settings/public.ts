/** Settings for other families: the shared schemas, and all settings of a business. */
export {
  isPlanningWithoutVehicle,
  type PlanningSettings,
  parsePlanningSettings,
  parseVehicleCosts,
  type VehicleCosts,
} from "./planning.ts";
export { PROOFS } from "./shapes.ts";
