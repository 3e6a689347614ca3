/** Changes of drivers and vehicles that other families decide. The caller has locked the row. */
import type { Context } from "#operation/define/context.ts";
import type { DriverRow } from "./tables.ts";

type Writing = Pick<Context, "db" | "business_id">;

export async function saveDriverDuty(
  { db, business_id }: Writing,
  driver_id: number,
  duty: DriverRow["duty"],
  since: string,
): Promise<void> {
  await db.execute(
    "update driver set duty = $3, duty_since = $4, version = version + 1 where business_id = $1 and id = $2",
    [business_id, driver_id, duty, since],
  );
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

const SET_SKILLS = {
  driver: "update driver set skills = $3, version = $4 where business_id = $1 and id = $2",
  vehicle: "update vehicle set skills = $3, version = $4 where business_id = $1 and id = $2",
} as const;

export async function saveSkills(
  { db, business_id }: Writing,
  kind: keyof typeof SET_SKILLS,
  id: number,
  skills: readonly string[],
  version: number,
): Promise<void> {
  await db.execute(SET_SKILLS[kind], [business_id, id, skills, version]);
}
