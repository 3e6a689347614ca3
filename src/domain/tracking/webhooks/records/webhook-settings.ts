/** What a business set for its webhooks: one row, there once something was set. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";

type WebhookSettingsRow = Row<"webhook_settings">;

export type Flags = Pick<WebhookSettingsRow, "ordered" | "hide_prices" | "paused" | "max_per_second">;

type StoredFlags = Flags & Pick<WebhookSettingsRow, "version">;

const DEFAULT_FLAGS: StoredFlags = {
  ordered: true,
  hide_prices: false,
  paused: false,
  max_per_second: null,
  version: 0,
};

export async function loadFlags(db: Db, business_id: number): Promise<StoredFlags> {
  const row = await db.row<StoredFlags>(
    "select ordered, hide_prices, paused, max_per_second, version from webhook_settings where business_id = $1",
    [business_id],
  );
  return row ?? DEFAULT_FLAGS;
}

export async function saveFlags(
  { db, business_id, now, actor }: Context<never>,
  { ordered, hide_prices, paused, max_per_second }: Flags,
  version: number,
): Promise<void> {
  await db.execute(
    `insert into webhook_settings (business_id, ordered, hide_prices, paused, max_per_second, updated_by, updated_at, version)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (business_id) do update set ordered = excluded.ordered, hide_prices = excluded.hide_prices,
       paused = excluded.paused, max_per_second = excluded.max_per_second, updated_by = excluded.updated_by,
       updated_at = excluded.updated_at, version = excluded.version`,
    [business_id, ordered, hide_prices, paused, max_per_second, actor.account_id, now, version],
  );
}
