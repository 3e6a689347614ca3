/** Drivers: what one is with its account, how it is found, stored and shown, and what other families decide of it. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import type { DRIVER_STATUSES } from "../shapes.ts";

/** The columns of the table. */
interface StoredDriver extends Row<"driver"> {
  emergency_contact: { name: string; phone: string } | null;
  status: (typeof DRIVER_STATUSES)[number];
  duty: "on" | "break" | "off";
}

/** A driver, with what the account says. */
export interface DriverRow extends StoredDriver {
  /** Empty for all warehouses. */
  warehouse_ids: number[];
  /** No password chosen yet. */
  is_invited: boolean;
}

export const DriverRecord = defineRecord<"driver", StoredDriver>("driver");

const BY_ID = `select driver.*,
    coalesce((select a.warehouse_ids from account a where a.business_id = driver.business_id and a.id = driver.account_id), '{}') as warehouse_ids,
    exists (select from account a where a.business_id = driver.business_id and a.id = driver.account_id and a.status = 'invited') as is_invited
  from driver where business_id = $1 and id = $2`;

export async function findDriver(db: Db, business_id: number, id: number): Promise<DriverRow | undefined> {
  return db.row<DriverRow>(BY_ID, [business_id, id]);
}

export async function lockDriver(db: Db, business_id: number, id: number): Promise<DriverRow | undefined> {
  return db.row<DriverRow>(`${BY_ID} for update`, [business_id, id]);
}

export function buildDriverInfoResponse(driver: DriverRow) {
  return { result: true, version: driver.version, driver };
}

type Writing = Pick<Context, "db" | "business_id">;

/** Stores what a driver reported, whose row is locked. A report older than the current state is only history. */
export async function saveDriverDuty(
  context: Writing & Pick<Context, "now" | "emit">,
  driver: Pick<DriverRow, "id" | "status" | "duty" | "duty_since">,
  state: DriverRow["duty"],
  at: string,
): Promise<{ duty: DriverRow["duty"]; is_latest: boolean }> {
  const is_latest = driver.duty_since === null || Date.parse(at) >= Date.parse(driver.duty_since);
  const duty = is_latest ? state : driver.duty;
  if (is_latest && (state !== driver.duty || driver.duty_since === null))
    await DriverRecord.change(context, driver, { duty, duty_since: at });
  context.emit({
    subject: { type: "driver", id: driver.id },
    kind: "driver.duty",
    payload: { state, duty },
    occurred_at: at,
    before: { duty: driver.duty },
    after: { duty },
  });
  return { duty, is_latest };
}

export interface DriverPosition {
  lat: number;
  lng: number;
  accuracy_m: number | null;
  /** Null: unknown, the last known one stays. */
  battery_percent: number | null;
  at: string;
}

/** The latest position. The version stays: a position changes nothing that somebody edits. */
export async function saveDriverPosition(
  { db, business_id }: Writing,
  driver_id: number,
  { lat, lng, accuracy_m, battery_percent, at }: DriverPosition,
): Promise<void> {
  await db.execute(
    `update driver set lat = $3, lng = $4, accuracy_m = $5, battery_percent = coalesce($6, battery_percent), position_at = $7
      where business_id = $1 and id = $2`,
    [business_id, driver_id, lat, lng, accuracy_m, battery_percent, at],
  );
}
