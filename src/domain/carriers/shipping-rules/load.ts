import type { Context } from "#operation/define/context.ts";
import type { ShippingRuleSetRow } from "./tables.ts";

/** The rules of the business, in their order; version 0 where it has never set any. */
export async function loadRules({
  db,
  business_id,
}: Pick<Context<never>, "db" | "business_id">): Promise<Pick<ShippingRuleSetRow, "rules" | "version">> {
  const row = await db.row<Pick<ShippingRuleSetRow, "rules" | "version">>(
    "select rules, version from shipping_rule_set where business_id = $1",
    [business_id],
  );
  return row ?? { rules: [], version: 0 };
}
