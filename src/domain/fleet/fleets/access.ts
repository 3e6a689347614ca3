/** Who may do what with a fleet. Rights are read with every call, so those of a captain end at once. */
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "./messages.ts";
import type { FleetRow } from "./records/fleet.ts";
import { decideRight, type FleetRight } from "./rules.ts";

export const FLEET_ROLES = [...BUSINESS_ROLES, "broker_employee", "driver"] as const;
/** The business, and a contractor for its own fleets. */
export const OWNER_ROLES = [...BUSINESS_ROLES, "broker_employee"] as const;

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

async function findMembership({ db, business_id, actor }: Reader, fleet_id: number, lock: boolean) {
  if (actor.driver_id === null) return undefined;
  return db.row<{
    is_member: boolean;
    is_captain: boolean;
    driver_contractor_id: number | null;
    driver_status: string;
  }>(
    `select true as is_member, d.contractor_id as driver_contractor_id, d.status as driver_status,
       exists (select from fleet_captain c where c.business_id = $1 and c.fleet_id = $2 and c.driver_id = $3) as is_captain
      from fleet_driver m join driver d on d.business_id = $1 and d.id = m.driver_id
     where m.business_id = $1 and m.fleet_id = $2 and m.driver_id = $3 ${lock ? "for share of m" : ""}`,
    [business_id, fleet_id, actor.driver_id],
  );
}

/** What the caller may do with a fleet. With a lock, the fleet and its members stay as they are until the commit. */
async function findRight(
  context: Reader,
  fleet_id: number,
  lock: "" | "for share" | "for no key update",
): Promise<{ fleet: FleetRow; right: FleetRight } | undefined> {
  const { db, business_id, actor } = context;
  const fleet = await db.row<FleetRow>(`select * from fleet where business_id = $1 and id = $2 ${lock}`, [
    business_id,
    fleet_id,
  ]);
  if (fleet === undefined) return undefined;
  const membership =
    actor.role === "driver" ? await findMembership(context, fleet_id, lock !== "") : undefined;
  return { fleet, right: decideRight(actor, fleet, membership) };
}

export interface AllowedFleet {
  fleet: FleetRow;
  right: NonNullable<FleetRight>;
}

/** A fleet that the caller may see; `not_found` otherwise. */
export async function getVisibleFleet(
  context: Context<never>,
  fleet_id: number,
  lock = false,
): Promise<AllowedFleet> {
  const fleet_right = await findRight(context, fleet_id, lock ? "for share" : "");
  if (fleet_right === undefined || fleet_right.right === null)
    throw context.refuse("not_found", { message: messages.unknown_fleet });
  return { fleet: fleet_right.fleet, right: fleet_right.right };
}

/** A fleet whose members the caller decides, locked: nobody plans shifts of it meanwhile. */
export async function lockOwnedFleet(context: Context<never>, fleet_id: number): Promise<FleetRow> {
  const fleet_right = await findRight(context, fleet_id, "for no key update");
  if (fleet_right?.right !== "manage") throw context.refuse("not_found", { message: messages.unknown_fleet });
  context.expectVersion(fleet_right.fleet.version);
  return fleet_right.fleet;
}

/**
 * Row locks of a fleet until the commit: `shared` keeps it and its members as they are, `exclusive` also lets nobody
 * else plan it meanwhile, which writes that emit events of the fleet need.
 */
const LOCKS = { none: "", shared: "for share", exclusive: "for no key update" } as const;

/** A fleet whose calendar the caller plans. A driver who is no captain of it learns no more, whether it exists or not. */
export async function getPlannedFleet(
  context: Context<"not_captain">,
  fleet_id: number | undefined,
  lock: keyof typeof LOCKS = "shared",
): Promise<AllowedFleet> {
  const { actor, refuse } = context;
  const fleet_right = fleet_id === undefined ? undefined : await findRight(context, fleet_id, LOCKS[lock]);
  if (fleet_right?.right === "manage" || fleet_right?.right === "captain")
    return { fleet: fleet_right.fleet, right: fleet_right.right };
  if (actor.role === "driver") throw refuse("not_captain", { message: messages.not_captain });
  throw refuse("not_found", { message: messages.unknown_fleet });
}

export function requireOpen(context: Context<"fleet_closed">, { status }: Pick<FleetRow, "status">): void {
  if (status !== "active") throw context.refuse("fleet_closed", { message: messages.fleet_closed });
}

/** The driver's profile of the caller. */
export function requireDriver(context: Context<never>): number {
  const { driver_id } = context.actor;
  if (driver_id === null) throw context.refuse("forbidden", { message: messages.not_driver });
  return driver_id;
}

/** The fleet whose shifts a driver plans. */
export async function findCaptainedFleet({ db, business_id, actor }: Reader): Promise<number | undefined> {
  if (actor.role !== "driver") return undefined;
  const row = await db.row<{ fleet_id: number }>(
    "select fleet_id from fleet_captain where business_id = $1 and driver_id = $2",
    [business_id, actor.driver_id],
  );
  return row?.fleet_id;
}

/** SQL: fleets `f` that the caller sees, by what `getFleetReach` returns. */
export const VISIBLE_FLEET = `($contractor::bigint is null or f.contractor_id = $contractor)
  and ($driver::bigint is null or exists (
    select from fleet_driver m join driver d on d.business_id = f.business_id and d.id = m.driver_id
     where m.business_id = f.business_id and m.fleet_id = f.id and m.driver_id = $driver and d.status = 'active'
       and d.contractor_id is not distinct from f.contractor_id))`;

export const getFleetReach = ({ role, contractor_id, driver_id }: Actor) => ({
  contractor: role === "broker_employee" ? (contractor_id ?? -1) : null,
  driver: role === "driver" ? (driver_id ?? -1) : null,
});
