/**
 * Set the rules that choose carrier and service: the whole list, because their order decides.
 *
 * `labelserviceRulesTest` shows beforehand what they would have done with past labels.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { messages } from "../messages.ts";
import { lockRules, saveRules } from "../records/shipping-rule-set.ts";
import { findUnknownReferences } from "../references.ts";
import { findFaults } from "../rules.ts";
import { ShippingRules } from "../shapes.ts";

export const setShippingRules = defineOperation({
  name: "labelserviceRulesSet",
  summary: "Set shipping rules",
  description:
    "Replaces the whole list. Labels that are bought with the strategy `rules` follow it from then on.",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/rules" },
  input: Type.Object({ rules: ShippingRules }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), rules: ShippingRules }),
  refusals: { unknown_reference: "invalid" },

  async run(context, { rules }) {
    const { business_id, refuse, expectVersion, emit } = context;
    const faults = findFaults(rules);
    if (faults.length > 0) throw refuse("invalid_request", { message: messages.not_valid, errors: faults });
    const unknown = await findUnknownReferences(context, rules);
    if (unknown.length > 0)
      throw refuse("unknown_reference", { message: messages.unknown_reference, errors: unknown });
    expectVersion(await lockRules(context));
    const version = await saveRules(context, rules);
    emit({
      subject: { type: "business", id: business_id },
      kind: "shipping_rules.changed",
      payload: { rules: rules.length },
    });
    return { result: true, version, rules };
  },
});
