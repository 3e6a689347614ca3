/** The shipping rules of a business: one row, with its own statements because it has no id. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import type { ShippingRule } from "../shapes.ts";

interface ShippingRuleSetRow extends Row<"shipping_rule_set"> {
  rules: ShippingRule[];
}

type Reader = Pick<Context<never>, "db" | "business_id">;
type RuleSet = Pick<ShippingRuleSetRow, "rules" | "version">;

/** The rules of the business, in their order; version 0 where it has never set any. */
export async function loadRules({ db, business_id }: Reader): Promise<RuleSet> {
  const row = await db.row<RuleSet>("select rules, version from shipping_rule_set where business_id = $1", [
    business_id,
  ]);
  return row ?? { rules: [], version: 0 };
}

/**
 * Locks the rules, with an empty set where there is none, and returns their version: the second of two concurrent writers
 * waits and sees the version of the first.
 */
export async function lockRules({ db, business_id, now }: Reader & Pick<Context, "now">): Promise<number> {
  const row = await db.row<{ version: number }>(
    `insert into shipping_rule_set (business_id, rules, version, updated_at) values ($1, '[]', 0, $2)
     on conflict (business_id) do update set version = shipping_rule_set.version returning version`,
    [business_id, now],
  );
  if (row === undefined) throw new Error("The locked rules were gone.");
  return row.version;
}

/** Replaces locked rules; returns their next version. */
export async function saveRules(
  { db, business_id, actor, now }: Context<never>,
  rules: readonly ShippingRule[],
): Promise<number> {
  const row = await db.row<{ version: number }>(
    `update shipping_rule_set set rules = $2, version = version + 1, updated_by = $3, updated_at = $4
      where business_id = $1 returning version`,
    [business_id, JSON.stringify(rules), actor.account_id, now],
  );
  if (row === undefined) throw new Error("The locked rules were gone.");
  return row.version;
}
