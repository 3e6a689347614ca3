/**
 * Set the rules that choose carrier and service: the whole list, because their order decides.
 *
 * `labelserviceRulesTest` shows beforehand what they would have done with past labels.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { loadRules } from "../load.ts";
import { messages } from "../messages.ts";
import { findUnknownReferences } from "../references.ts";
import { findFaults } from "../rules.ts";
import { ShippingRules } from "../shapes.ts";

export const setShippingRules = defineOperation({
  name: "labelserviceRulesSet",
  summary: "Set shipping rules",
  description:
    "Replaces the whole list. Labels that are bought with the strategy `rules` follow it from then on.",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/rules" },
  input: Type.Object({ rules: ShippingRules }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), rules: ShippingRules }),
  refusals: { unknown_reference: "invalid" },

  async run(context, { rules }) {
    const { db, business_id, actor, now, refuse, expectVersion, emit } = context;
    const faults = findFaults(rules);
    if (faults.length > 0) throw refuse("invalid_request", { message: messages.not_valid, errors: faults });
    const unknown = await findUnknownReferences(context, rules);
    if (unknown.length > 0)
      throw refuse("unknown_reference", { message: messages.unknown_reference, errors: unknown });
    // Locks, also where there are none yet, so that one of two writers at once learns of the other.
    await db.execute(
      `insert into shipping_rule_set (business_id, rules, version, updated_at) values ($1, '[]', 0, $2)
       on conflict (business_id) do update set version = shipping_rule_set.version`,
      [business_id, now],
    );
    expectVersion((await loadRules(context)).version);
    const row = await db.row<{ version: number }>(
      `update shipping_rule_set set rules = $2, version = version + 1, updated_by = $3, updated_at = $4
        where business_id = $1 returning version`,
      [business_id, JSON.stringify(rules), actor.account_id, now],
    );
    if (row === undefined) throw new Error("The locked rules were gone.");
    emit({
      subject: { type: "business", id: business_id },
      kind: "shipping_rules.changed",
      payload: { rules: rules.length },
    });
    return { result: true, version: row.version, rules };
  },
});
