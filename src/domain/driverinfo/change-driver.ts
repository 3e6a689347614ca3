/** Changing a driver's profile: the driver's row, its account, one event. */

import type { DriverRow } from "#domain/driver/public.ts";
import { e164Of } from "#domain/user/public.ts";
import type { Context } from "#operation/context.ts";
import { messages } from "./messages.ts";

export type DriverSet = Partial<
  Pick<
    DriverRow,
    | "name"
    | "phone_e164"
    | "languages"
    | "emergency_contact"
    | "home_lat"
    | "home_lng"
    | "vehicle_id"
    | "contractor_id"
    | "instant_deliver"
    | "status"
  >
>;

/** What the audit may keep of a driver: nothing personal. */
const AUDITED = ["status", "vehicle_id", "contractor_id", "instant_deliver", "languages"] as const;

export async function changeDriver(
  context: Context<never>,
  driver: DriverRow,
  set: DriverSet,
  kind: string,
): Promise<DriverRow> {
  const { db, business_id, emit } = context;
  const after: DriverRow = { ...driver, ...set, version: driver.version + 1 };
  await Promise.all([
    db.execute(
      `update driver set name = $3, phone_e164 = $4, languages = $5, emergency_contact = $6, home_lat = $7, home_lng = $8,
         vehicle_id = $9, contractor_id = $10, instant_deliver = $11, status = $12, version = $13
        where business_id = $1 and id = $2`,
      [
        business_id,
        driver.id,
        after.name,
        after.phone_e164,
        after.languages,
        after.emergency_contact === null ? null : JSON.stringify(after.emergency_contact),
        after.home_lat,
        after.home_lng,
        after.vehicle_id,
        after.contractor_id,
        after.instant_deliver,
        after.status,
        after.version,
      ],
    ),
    // Approving a driver lets the account in; a suspended one may still hand in what was recorded.
    db.execute(
      `update account set name = $3, phone_e164 = $4, version = version + 1,
         status = case when $5 = 'active' and status = 'pending_review' then 'active' else status end
        where business_id = $1 and id = $2`,
      [business_id, driver.account_id, after.name, after.phone_e164, after.status],
    ),
  ]);
  const shown = (row: DriverRow) =>
    Object.fromEntries(AUDITED.filter((key) => Object.hasOwn(set, key)).map((key) => [key, row[key]]));
  emit({
    subject: { type: "driver", id: driver.id },
    kind,
    payload: { changed: Object.keys(set), status: after.status },
    before: shown(driver),
    after: shown(after),
  });
  context.forgetCallers();
  return after;
}

/** A telephone number as it is kept; null for none. Refuses what is none. */
export function phoneOf(context: Context<"invalid_phone">, phone: string): string | null {
  if (phone.trim() === "") return null;
  const number = e164Of(phone, context.actor.business?.country ?? "");
  if (number === undefined) {
    throw context.refuse("invalid_phone", {
      message: messages.invalid_phone,
      errors: [{ field: "phone", message: "must be a telephone number" }],
    });
  }
  return number;
}

/** Refuses a vehicle that is not the business's, or is retired. */
export async function checkVehicle(
  context: Context<"unknown_vehicle">,
  vehicle_id: number | null | undefined,
): Promise<void> {
  if (vehicle_id === null || vehicle_id === undefined) return;
  const { db, business_id, refuse } = context;
  const row = await db.row(
    "select id from vehicle where business_id = $1 and id = $2 and status <> 'retired' for share",
    [business_id, vehicle_id],
  );
  if (row === undefined) {
    throw refuse("unknown_vehicle", {
      message: messages.unknown_vehicle,
      errors: [{ field: "vehicle_id", message: "is not a vehicle in use" }],
    });
  }
}

export async function checkContractor(
  context: Context<"unknown_contractor">,
  contractor_id: number | null | undefined,
): Promise<void> {
  if (contractor_id === null || contractor_id === undefined) return;
  const { db, business_id, refuse } = context;
  const row = await db.row(
    "select id from contractor where business_id = $1 and id = $2 and status = 'active' for share",
    [business_id, contractor_id],
  );
  if (row === undefined) {
    throw refuse("unknown_contractor", {
      message: messages.unknown_contractor,
      errors: [{ field: "contractor_id", message: "is not an active contractor of this business" }],
    });
  }
}
