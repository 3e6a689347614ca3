/** Changes a driver's profile: the driver's row, its account and one event. */

import { updateDriverAccount } from "#domain/identity/accounts/public.ts";
import type { Context } from "#operation/define/context.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { messages } from "./messages.ts";
import { DriverRecord, type DriverRow } from "./records/driver.ts";
import { getVehicleContractor, isVehicleVisible } from "./visibility.ts";

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
    | "warehouse_ids"
    | "status"
  >
>;

/** Members that the audit entry may contain: no personal data. */
const AUDITED = [
  "status",
  "vehicle_id",
  "contractor_id",
  "instant_deliver",
  "languages",
  "warehouse_ids",
] as const;

export async function changeDriver(
  context: Context<never>,
  driver: DriverRow,
  set: DriverSet,
  kind: "driver.changed" | "driver.approved" | "driver.suspended" | "driver.profile_changed",
): Promise<DriverRow> {
  const after: DriverRow = { ...driver, ...set, version: driver.version + 1 };
  await Promise.all([
    DriverRecord.change(context, driver, {
      name: after.name,
      phone_e164: after.phone_e164,
      languages: after.languages,
      emergency_contact: after.emergency_contact,
      home_lat: after.home_lat,
      home_lng: after.home_lng,
      vehicle_id: after.vehicle_id,
      contractor_id: after.contractor_id,
      instant_deliver: after.instant_deliver,
      status: after.status,
    }),
    updateDriverAccount(context, driver.account_id, after),
  ]);
  const pickAudited = (row: DriverRow) =>
    Object.fromEntries(AUDITED.filter((key) => Object.hasOwn(set, key)).map((key) => [key, row[key]]));
  context.emit({
    subject: { type: "driver", id: driver.id },
    kind,
    payload: { changed: Object.keys(set), status: after.status },
    before: pickAudited(driver),
    after: pickAudited(after),
  });
  context.clearCallerCache();
  return after;
}

/** A telephone number in E.164 as it is stored; null when empty. Refuses invalid numbers. */
export function parsePhone(context: Context<"invalid_phone">, phone: string): string | null {
  if (phone.trim() === "") return null;
  const number = parseE164(phone, context.business.country);
  if (number === undefined) {
    throw context.refuse("invalid_phone", {
      message: messages.invalid_phone,
      errors: [{ field: "phone", message: fields.telephone_number }],
    });
  }
  return number;
}

/** Refuses a vehicle that does not belong to the business, is retired, or that the calling contractor may not see. */
export async function checkVehicle(
  context: Context<"unknown_vehicle">,
  vehicle_id: number | null | undefined,
): Promise<void> {
  if (vehicle_id === null || vehicle_id === undefined) return;
  const { actor, db, business_id, refuse } = context;
  const row = await db.row(
    `select id from vehicle
      where business_id = $1 and id = $2 and status <> 'retired' and ${isVehicleVisible("$3")} for share`,
    [business_id, vehicle_id, getVehicleContractor(actor)],
  );
  if (row === undefined) {
    throw refuse("unknown_vehicle", {
      message: messages.unknown_vehicle,
      errors: [{ field: "vehicle_id", message: messages.no_vehicle_in_use }],
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
      errors: [{ field: "contractor_id", message: messages.no_active_contractor }],
    });
  }
}
