/** Write a version of a price list: the first of a new list, or the next one of an existing list. */
import type { Context } from "#operation/define/context.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { messages } from "./messages.ts";
import { findListFaults } from "./rules.ts";
import { PRICE_LIST_COLUMNS, type PriceListRow } from "./shapes.ts";

type Kept = "root_id" | "list_version" | "replaces_id" | "created_at" | "id";
export interface NewVersion extends Omit<PriceListRow, Kept | "effective_from" | "effective_until"> {
  effective_from?: string | undefined;
  effective_until?: string | null | undefined;
}

export async function insertVersion(
  context: Context<never>,
  version: NewVersion,
  replaced: PriceListRow | null,
): Promise<PriceListRow> {
  const { db, business_id, actor, now, refuse, emit } = context;
  const today = toLocalDate(now, actor.business?.time_zone ?? "UTC");
  const list = {
    ...version,
    effective_from: version.effective_from ?? today,
    effective_until: version.effective_until ?? null,
  };
  const faults = findListFaults(list, { today, was_default: replaced?.is_default ?? false });
  if (faults.length > 0) throw refuse("invalid_request", { message: messages.invalid_list, errors: faults });

  const row = await db.row<PriceListRow>(
    `insert into price_list (business_id, name, family, currency, tier, rules, root_id, version, replaces_id, effective_from,
       effective_until, is_default, created_at, zones, volumetric_divisor, minimum_minor, rounding_minor, tax_percent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
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
      list.effective_from,
      list.effective_until,
      list.is_default,
      now,
      JSON.stringify(list.zones),
      list.volumetric_divisor,
      list.minimum_minor,
      list.rounding_minor,
      list.tax_percent,
    ],
  );
  if (row === undefined) throw refuse("version_conflict", { message: messages.created_meanwhile });
  // Which list is the default is not part of a version: it applies to all versions of the list.
  if (list.is_default) {
    await db.execute(
      `update price_list set is_default = (coalesce(root_id, id) = $3)
        where business_id = $1 and family = $2 and is_default <> (coalesce(root_id, id) = $3)`,
      [business_id, list.family, row.root_id],
    );
  }
  emit({
    subject: { type: "price_list", id: row.root_id, ...(replaced === null ? { is_new: true } : {}) },
    kind: replaced === null ? "price_list.created" : "price_list.replaced",
    payload: {
      price_list_id: row.id,
      list_version: row.list_version,
      effective_from: row.effective_from,
      is_default: row.is_default,
    },
  });
  return row;
}
