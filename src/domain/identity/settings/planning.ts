/** Planning settings of a business and their defaults: the only place of these defaults. */

export const PLANNING_DEFAULTS = {
  speed_kmh: 30,
  shift_start: "08:00",
  shift_end: "18:00",
  cost_fixed_minor: 0,
  cost_per_km_minor: 100,
  cost_per_hour_minor: 2000,
} as const;

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

type Stored = Readonly<Record<string, unknown>>;

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

const parseNumber = (stored: Stored, key: string, least: number, most: number, otherwise: number) => {
  const value = stored[key];
  return typeof value === "number" && value >= least && value <= most ? value : otherwise;
};

/** `installation`: the settings of the service, whose road factor applies if the business has none. */
export function parsePlanningSettings(
  stored: Stored,
  installation: { road_factor: number },
): PlanningSettings {
  const clock = (key: "shift_start" | "shift_end") => {
    const value = stored[key];
    return typeof value === "string" && CLOCK.test(value) ? value : PLANNING_DEFAULTS[key];
  };
  return {
    road_factor: parseNumber(stored, "road_factor", 1, 5, installation.road_factor),
    speed_kmh: parseNumber(stored, "speed_kmh", 1, 150, PLANNING_DEFAULTS.speed_kmh),
    shift_start: clock("shift_start"),
    shift_end: clock("shift_end"),
  };
}

/** Are drivers without a vehicle planned? Then their capacity is unlimited. */
export function isPlanningWithoutVehicle(stored: Stored): boolean {
  return stored["plan_without_vehicle"] === true;
}

export function parseVehicleCosts(stored: Stored): VehicleCosts {
  const cost = (key: "cost_fixed_minor" | "cost_per_km_minor" | "cost_per_hour_minor") =>
    parseNumber(stored, key, 0, Number.POSITIVE_INFINITY, PLANNING_DEFAULTS[key]);
  return {
    fixed: cost("cost_fixed_minor"),
    per_km: cost("cost_per_km_minor"),
    per_hour: cost("cost_per_hour_minor"),
  };
}
