/** The settings of a business from its row: for work that must see them as they are in this transaction. */
import type { Context } from "#operation/define/context.ts";
import type { BusinessSettings } from "#operation/define/settings.ts";

export async function loadSettings({
  db,
  business_id,
  business_settings,
}: Pick<Context, "db" | "business_id" | "business_settings">): Promise<{
  time_zone: string;
  settings: BusinessSettings;
}> {
  const row = await db.row<{ time_zone: string; settings: Record<string, unknown> }>(
    "select time_zone, business_settings(b) as settings from business b where id = $1",
    [business_id],
  );
  if (row === undefined) throw new Error(`There is no business ${business_id}.`);
  return { time_zone: row.time_zone, settings: business_settings.resolve(row.settings) };
}
