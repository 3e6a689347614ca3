/** Reading and locking rows of drivers. */
import type { Db } from "#platform/db/db.ts";
import type { DriverRow } from "./tables.ts";

const DRIVER_COLUMNS = `id, business_id, account_id, contractor_id, vehicle_id, name, phone_e164, email, languages,
  emergency_contact, skills, home_lat, home_lng, instant_deliver, status, duty, duty_since, lat, lng, accuracy_m,
  battery_percent, position_at, version, created_at,
  coalesce((select a.warehouse_ids from account a where a.business_id = driver.business_id and a.id = driver.account_id), '{}') as warehouse_ids`;

export async function findDriver(db: Db, business_id: number, id: number): Promise<DriverRow | undefined> {
  return db.row<DriverRow>(`select ${DRIVER_COLUMNS} from driver where business_id = $1 and id = $2`, [
    business_id,
    id,
  ]);
}

export async function lockDriver(db: Db, business_id: number, id: number): Promise<DriverRow | undefined> {
  return db.row<DriverRow>(
    `select ${DRIVER_COLUMNS} from driver where business_id = $1 and id = $2 for update`,
    [business_id, id],
  );
}
