/** Devices that take push messages: what one is and how it is stored. */
import assert from "node:assert";
import type { Context } from "#operation/define/context.ts";
import type { NewRow, Row } from "#operation/define/record.ts";

export type PushDeviceRow = Row<"push_device">;

/** A browser has one subscription: it becomes that of the account that registers it. */
export async function saveDevice(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  device: NewRow<"push_device", PushDeviceRow>,
): Promise<{ id: number; is_new: boolean }> {
  const { account_id, token_id, name, endpoint, endpoint_hash, p256dh, auth } = device;
  const row = await db.row<{ id: number; is_new: boolean }>(
    `insert into push_device (business_id, account_id, token_id, name, endpoint, endpoint_hash, p256dh, auth, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (business_id, endpoint_hash) do update set account_id = excluded.account_id, token_id = excluded.token_id,
       name = excluded.name, p256dh = excluded.p256dh, auth = excluded.auth
     returning id, xmax = 0 as is_new`,
    [business_id, account_id, token_id, name, endpoint, endpoint_hash, p256dh, auth, now],
  );
  assert(row !== undefined, "A device that was registered has no row.");
  return row;
}
