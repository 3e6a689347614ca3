/** The rules of the dispatch board: which kinds of items there are, and from when on something is one. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { listOwnRules } from "../records/attention-rule.ts";
import { AttentionRule, buildRule } from "../shapes.ts";

export const listDispatchRules = defineOperation({
  name: "dispatchRules",
  summary: "List rules of the dispatch board",
  access: { scopes: ["dispatch:read"] },
  rest: { method: "GET", path: "/api/v1/dispatch/rules" },
  localised: true,
  output: Type.Object({ result: Type.Boolean(), rules: Type.Array(AttentionRule) }),

  async run(context) {
    const own_rules = await listOwnRules(context);
    return {
      result: true,
      rules: [...context.attention.values()].map((kind) =>
        buildRule(
          context,
          kind,
          own_rules.find((rule) => rule.kind === kind.kind),
        ),
      ),
    };
  },
});
