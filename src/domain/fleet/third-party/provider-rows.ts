/** Providers with what their keys say of them. */
import type { Context } from "#operation/define/context.ts";
import { PROVIDER_COLUMNS } from "./load.ts";
import type { ProviderWithKey } from "./shapes.ts";

/** A condition on `t` follows. */
export const PROVIDERS_WITH_KEYS = `select ${PROVIDER_COLUMNS.split(",")
  .map((column) => `t.${column.trim()}`)
  .filter((column) => column !== "t.status_mapping")
  .join(", ")}, p.key_id, p.status as key_status, p.last_used_at
  from thirdparty_provider t join partner p on p.business_id = t.business_id and p.id = t.partner_id`;

export async function loadProviderWithKey(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<ProviderWithKey> {
  const row = await db.row<ProviderWithKey>(`${PROVIDERS_WITH_KEYS} where t.business_id = $1 and t.id = $2`, [
    business_id,
    id,
  ]);
  if (row === undefined) throw new Error("A provider that was written is there.");
  return row;
}
