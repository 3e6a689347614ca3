/** Write a version of a price list: the first of a new list, or the next one of an existing list. */
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { isCurrency } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { PRICE_LIST_COLUMNS, type PriceListRow, type Rule } from "./price-lists.ts";

export interface NewVersion {
  name: string;
  family: PriceListRow["family"];
  currency: string;
  tier: string | null;
  rules: readonly Rule[];
  effective_from?: string | undefined;
  effective_until?: string | null | undefined;
  is_default: boolean;
}

export async function insertVersion(
  context: Context<never>,
  list: NewVersion,
  replaced: PriceListRow | null,
): Promise<PriceListRow> {
  const { db, business_id, actor, now, refuse, emit } = context;
  const today = toLocalDate(now, actor.business?.time_zone ?? "UTC");
  const effective_from = list.effective_from ?? today;
  const effective_until = list.effective_until ?? null;
  const faults: RefusalDetail[] = [];
  if (effective_until !== null && effective_until < effective_from) {
    faults.push({ field: "effective_until", message: "must not be before effective_from" });
  }
  if (list.is_default && !replaced?.is_default && effective_from > today) {
    faults.push({ field: "is_default", message: "moves at once, so the list must be in effect today" });
  }
  if (!isCurrency(list.currency)) {
    faults.push({ field: "currency", message: "is not a currency of ISO 4217" });
  }
  if (faults.length > 0)
    throw refuse("invalid_request", { message: "The price list is not valid.", errors: faults });

  const row = await db.row<PriceListRow>(
    `insert into price_list (business_id, name, family, currency, tier, rules, root_id, version, replaces_id, effective_from,
       effective_until, is_default, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict do nothing returning ${PRICE_LIST_COLUMNS}`,
    [
      business_id,
      list.name,
      list.family,
      list.currency,
      list.tier,
      JSON.stringify(list.rules),
      replaced?.root_id ?? null,
      (replaced?.list_version ?? 0) + 1,
      replaced?.id ?? null,
      effective_from,
      effective_until,
      list.is_default,
      now,
    ],
  );
  if (row === undefined)
    throw refuse("version_conflict", { message: "Another version was created meanwhile." });
  // Which list is the default is not part of a version: it applies to all versions of the list.
  if (list.is_default) {
    await db.execute(
      `update price_list set is_default = (coalesce(root_id, id) = $3)
        where business_id = $1 and family = $2 and is_default <> (coalesce(root_id, id) = $3)`,
      [business_id, list.family, row.root_id],
    );
  }
  emit({
    subject: { type: "price_list", id: row.root_id, ...(replaced === null ? { first: true } : {}) },
    kind: replaced === null ? "price_list.created" : "price_list.replaced",
    payload: {
      price_list_id: row.id,
      list_version: row.list_version,
      effective_from,
      is_default: row.is_default,
    },
  });
  return row;
}
