/** Whose drivers a caller sees: the business all, a contractor its own, a driver itself. */

import { type DriverRow, findDriver, lockDriver } from "#domain/driver/public.ts";
import type { Actor } from "#operation/actor.ts";
import type { Context } from "#operation/context.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "./messages.ts";

export const DRIVER_ROLES = [...BUSINESS_ROLES, "broker_employee", "driver"] as const;

export function maySee(actor: Actor, driver: Pick<DriverRow, "id" | "contractor_id">): boolean {
  if (actor.role === "driver") return actor.driver_id === driver.id;
  if (actor.role === "broker_employee")
    return actor.contractor_id !== null && driver.contractor_id === actor.contractor_id;
  return true;
}

/** Is the caller one of those who run the business? They review what others hand in. */
export function isBusiness(actor: Actor): boolean {
  return actor.role === "client_admin" || actor.role === "employee";
}

/** A driver that the caller may see; `not_found` otherwise. Locked for those who write. */
export async function visibleDriver(
  context: Context<never>,
  driver_id: number,
  options: { lock: boolean },
): Promise<DriverRow> {
  const { db, business_id, actor, refuse } = context;
  const driver = await (options.lock ? lockDriver : findDriver)(db, business_id, driver_id);
  if (driver === undefined || !maySee(actor, driver))
    throw refuse("not_found", { message: messages.unknown_driver });
  return driver;
}

/** Files named by a caller: those it uploaded, or for the business any of its own. Answers the ids that are not. */
export async function unknownFiles(
  { db, business_id, actor }: Context<never>,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows<{ id: number; uploaded_by: number | null }>(
    "select id, uploaded_by from file where business_id = $1 and id = any($2::int[])",
    [business_id, [...new Set(ids)]],
  );
  const known = new Set(
    rows.filter((row) => isBusiness(actor) || row.uploaded_by === actor.account_id).map((row) => row.id),
  );
  return ids.filter((id) => !known.has(id));
}
