/** The settings of a business from its row: for work that must see them as they are in this transaction. */
import type { Db } from "#platform/db/db.ts";
import { type BusinessSettings, resolveSettings } from "#vocabulary/settings.ts";

export async function loadSettings(
  db: Db,
  business_id: number,
): Promise<{ time_zone: string; settings: BusinessSettings }> {
  const row = await db.row<{ time_zone: string; settings: Record<string, unknown> }>(
    "select time_zone, business_settings(b) as settings from business b where id = $1",
    [business_id],
  );
  if (row === undefined) throw new Error(`There is no business ${business_id}.`);
  return { time_zone: row.time_zone, settings: resolveSettings(row.settings) };
}
