/** Delivery providers: what one is, how it is found, with what its key says of it. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { AskedProvider, Capability, PriceTerms, StatusMapping } from "../rules.ts";
import type { ProviderWithKey } from "../shapes.ts";

export interface ProviderRow extends Row<"thirdparty_provider"> {
  status: "active" | "paused";
  capabilities: Capability[];
  price_terms: PriceTerms | null;
  /** Place in the ranking of the business, 1 first; null: not in it. */
  rank: number | null;
  status_mapping: StatusMapping;
}

export const ProviderRecord = defineRecord<"thirdparty_provider", ProviderRow>(
  "thirdparty_provider",
  messages.unknown_provider,
);

/** The delivery provider whose key signed the request. */
export async function getOwnProvider(context: Context<"not_a_provider">): Promise<ProviderRow> {
  const { actor, db, business_id, refuse } = context;
  const provider = await db.row<ProviderRow>(
    "select * from thirdparty_provider where business_id = $1 and partner_id = $2",
    [business_id, actor.partner?.id ?? 0],
  );
  if (provider === undefined) throw refuse("not_a_provider", { message: messages.not_a_provider });
  return provider;
}

type Candidate = ProviderRow & Pick<AskedProvider, "partner_status">;

export async function loadCandidates(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  ids: readonly number[],
): Promise<Map<number, Candidate>> {
  const rows = await db.rows<Candidate>(
    `select t.*, p.status as partner_status from thirdparty_provider t join partner p on p.business_id = $1 and p.id = t.partner_id
     where t.business_id = $1 and t.id = any($2::bigint[])`,
    [business_id, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export function getProvider(
  providers: ReadonlyMap<number, ProviderRow>,
  { provider_id }: { provider_id: number },
): ProviderRow {
  const provider = providers.get(provider_id);
  if (provider === undefined) throw new Error("A tender has its provider.");
  return provider;
}

/** With what their keys say of them. A condition on `t` follows. */
export const PROVIDERS_WITH_KEYS = `select t.*, p.key_id, p.status as key_status, p.last_used_at
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
