/** Writes to the row of a business that other families decide. Each increases its version. */
import type { Db } from "#platform/db/db.ts";

export interface BusinessDetails {
  name: string;
  time_zone: string;
  currency: string;
  country: string;
  locale: string;
}

/** `settings`: those that are not the default; the depot is stored as a warehouse. */
export async function writeSettings(
  db: Db,
  business_id: number,
  { name, time_zone, currency, country, locale }: BusinessDetails,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db.execute(
    `update business set name = $2, time_zone = $3, currency = $4, country = $5, locale = $6, settings = $7,
       version = version + 1
      where id = $1`,
    [business_id, name, time_zone, currency, country, locale, JSON.stringify(settings)],
  );
}

export async function writeFeatures(
  db: Db,
  business_id: number,
  feature_families: Readonly<Record<string, boolean>>,
): Promise<void> {
  await db.execute("update business set feature_families = $2, version = version + 1 where id = $1", [
    business_id,
    JSON.stringify(feature_families),
  ]);
}
