/** The settings that planning works with. */
import type { BusinessSettings } from "#operation/define/settings.ts";
import { settings as declared } from "./settings.ts";

/** How far and when vehicles drive. */
export interface PlanningSettings {
  /** Road metres for each straight metre. */
  road_factor: number;
  speed_kmh: number;
  shift_start: string;
  shift_end: string;
}

/** Costs of a vehicle, minor units. */
export interface VehicleCosts {
  fixed: number;
  per_km: number;
  per_hour: number;
}

/** `installation`: the settings of the service, whose road factor applies if the business has none. */
export function getPlanningSettings(
  {
    road_factor,
    speed_kmh,
    shift_start,
    shift_end,
  }: Pick<BusinessSettings, "road_factor" | "speed_kmh" | "shift_start" | "shift_end">,
  installation: { road_factor: number },
): PlanningSettings {
  return { road_factor: road_factor ?? installation.road_factor, speed_kmh, shift_start, shift_end };
}

/** Without settings, the defaults: for those who must not learn the costs of the business. */
export function getVehicleCosts(settings: BusinessSettings | null): VehicleCosts {
  const { cost_fixed_minor, cost_per_km_minor, cost_per_hour_minor } = settings ?? declared.defaults;
  return { fixed: cost_fixed_minor, per_km: cost_per_km_minor, per_hour: cost_per_hour_minor };
}
