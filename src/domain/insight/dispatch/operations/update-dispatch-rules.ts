/** Change rules of the dispatch board; open items follow. Members that are absent become those of the declared rule. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { APPLY_RULE } from "../jobs/apply-rule.ts";
import { messages } from "../messages.ts";
import { saveRules } from "../records/attention-rule.ts";
import { AttentionRule, buildRule } from "../shapes.ts";

const Time = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$" });

const RuleInput = Type.Object({
  kind: Type.String({ minLength: 1, maxLength: 40 }),
  is_on: Type.Optional(Type.Boolean({ description: "False: there are no items of this kind." })),
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100_000, description: "In the unit of the kind." }),
  ),
  time: Type.Optional(Time),
});

export const updateDispatchRules = defineOperation({
  name: "dispatchRulesUpdate",
  summary: "Update rules of the dispatch board",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PUT", path: "/api/v1/dispatch/rules" },
  localised: true,
  input: Type.Object({ rules: Type.Array(RuleInput, { minItems: 1, maxItems: 50 }) }),
  output: Type.Object({ result: Type.Boolean(), rules: Type.Array(AttentionRule) }),
  refusals: { unknown_kind: "invalid", wrong_threshold: "invalid" },

  async run(context, { rules }) {
    const { business_id, actor, attention, refuse, emit, enqueue } = context;
    const changed = rules.map(({ kind: name, is_on = true, after = null, time = null }, index) => {
      const kind = attention.get(name);
      if (kind === undefined) {
        throw refuse("unknown_kind", {
          message: messages.unknown_kind,
          errors: [{ field: `rules/${index}/kind`, message: messages.unknown_kind }],
        });
      }
      const { threshold } = kind;
      const is_time = threshold?.unit === "time_of_day";
      const misfit =
        (time !== null && !is_time && "time") ||
        (after !== null && (threshold === undefined || is_time || after > threshold.maximum) && "after");
      if (misfit) {
        throw refuse("wrong_threshold", {
          message: messages.wrong_threshold,
          errors: [{ field: `rules/${index}/${misfit}`, message: messages.wrong_threshold }],
        });
      }
      return { kind, own: { is_on, after, time } };
    });
    // Of several rules for one kind the last counts.
    const own_rules = [
      ...new Map(changed.map((rule) => [rule.kind.kind, { kind: rule.kind.kind, ...rule.own }])).values(),
    ];
    await saveRules(context, own_rules);
    const kinds = own_rules.map(({ kind }) => kind);
    for (const kind of kinds)
      enqueue({ name: APPLY_RULE, data: { business_id, account_id: actor.account_id, kind } });
    emit({
      subject: { type: "business", id: business_id },
      kind: "attention.rule_changed",
      payload: { kinds },
    });
    return {
      result: true,
      rules: changed.map(({ kind, own: own_rule }) => buildRule(context, kind, own_rule)),
    };
  },
});
