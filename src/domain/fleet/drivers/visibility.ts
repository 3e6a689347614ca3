/** Which drivers a caller may see: the business all, a contractor its own, a driver only itself. */

import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "./messages.ts";
import { type DriverRow, findDriver, lockDriver } from "./records/driver.ts";

export const DRIVER_ROLES = [...BUSINESS_ROLES, "broker_employee", "driver"] as const;

export function canSeeDriver(actor: Actor, driver: Pick<DriverRow, "id" | "contractor_id">): boolean {
  if (actor.role === "driver") return actor.driver_id === driver.id;
  if (actor.role === "broker_employee")
    return actor.contractor_id !== null && driver.contractor_id === actor.contractor_id;
  return true;
}

/** SQL: a row of `vehicle` is visible to the contractor of the parameter, or to everybody when that is null. */
export const isVehicleVisible = (parameter: "$3" | "$contractor") =>
  `(${parameter}::bigint is null or exists (select from driver d
     where d.business_id = vehicle.business_id and d.vehicle_id = vehicle.id and d.contractor_id = ${parameter}))`;

/** A contractor sees and gives only the vehicles that its own drivers drive; null for everybody else. */
export function getVehicleContractor({ role, contractor_id }: Actor): number | null {
  return role === "broker_employee" ? (contractor_id ?? -1) : null;
}

/** Is the caller an administrator or employee of the business? They review what others submit. */
function isBusinessStaff(actor: Actor): boolean {
  return actor.role === "client_admin" || actor.role === "employee";
}

/** A driver that the caller may see; refuses `not_found` otherwise. Pass `lock` for writes. */
export async function getVisibleDriver(
  context: Context<never>,
  driver_id: number,
  options: { lock: boolean },
): Promise<DriverRow> {
  const { db, business_id, actor, refuse } = context;
  const driver = await (options.lock ? lockDriver : findDriver)(db, business_id, driver_id);
  if (driver === undefined || !canSeeDriver(actor, driver))
    throw refuse("not_found", { message: messages.unknown_driver });
  return driver;
}

/** Returns those of the ids that the caller may not use: files it did not upload, or for the business files of other businesses. */
export async function findUnknownFiles(
  { db, business_id, actor }: Context<never>,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows<{ id: number; uploaded_by: number | null }>(
    "select id, uploaded_by from file where business_id = $1 and id = any($2::bigint[])",
    [business_id, [...new Set(ids)]],
  );
  const readable_ids = new Set(
    rows.filter((row) => isBusinessStaff(actor) || row.uploaded_by === actor.account_id).map((row) => row.id),
  );
  return ids.filter((id) => !readable_ids.has(id));
}
