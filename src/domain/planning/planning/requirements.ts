/** What an order requires of driver and vehicle: skills, which may have expired, and a vehicle type. Pure. */
import type { OrderRow } from "#domain/orders/orders/public.ts";

export interface EquippedDriver {
  skills: readonly string[];
  vehicle_skills: readonly string[];
  /** Null without a vehicle. */
  vehicle_type: string | null;
}

/** Vehicle types are free text, compared case-insensitively: `Van` equals `van`. */
function foldVehicleType(type: string): string {
  return type.trim().toLowerCase();
}

const skill = (code: string) => `skill:${code}`;
const vehicleType = (type: string) => `vehicle_type:${foldVehicleType(type)}`;

type Requirements = Pick<OrderRow["requirements"], "skills" | "vehicle_type">;

/** The required skills as the solver compares them: the vehicle must have each of them. A vehicle type is one more skill. */
export function listRequiredSkills({ skills = [], vehicle_type = "" }: Requirements): string[] {
  const type = foldVehicleType(vehicle_type);
  return [...new Set([...skills.map(skill), ...(type === "" ? [] : [vehicleType(type)])])];
}

/** The skills of a driver with their vehicle, without those that are `expired`. */
export function listOfferedSkills(driver: EquippedDriver, expired: ReadonlySet<string>): string[] {
  const valid = [...driver.skills, ...driver.vehicle_skills].filter((code) => !expired.has(code));
  return [
    ...new Set([
      ...valid.map(skill),
      ...(driver.vehicle_type === null ? [] : [vehicleType(driver.vehicle_type)]),
    ]),
  ];
}

export type SkillReason = "no_vehicle_of_type" | "skill_expired" | "no_vehicle_has_skills";

/**
 * Why none of these drivers meets the requirements: no vehicle has the type; or a driver would meet them if a skill had not
 * expired; or else no driver has all of them.
 */
export function findRequirementsReason(
  requirements: Requirements,
  drivers: readonly EquippedDriver[],
  expired: ReadonlySet<string>,
): SkillReason {
  const required = listRequiredSkills(requirements);
  const type = foldVehicleType(requirements.vehicle_type ?? "");
  if (type !== "" && !drivers.some((driver) => foldVehicleType(driver.vehicle_type ?? "") === type))
    return "no_vehicle_of_type";
  const none: ReadonlySet<string> = new Set();
  const has_match_without_expiry = drivers.some((driver) => {
    const offered = new Set(listOfferedSkills(driver, none));
    return required.every((one) => offered.has(one));
  });
  return has_match_without_expiry && requirements.skills?.some((code) => expired.has(code))
    ? "skill_expired"
    : "no_vehicle_has_skills";
}
