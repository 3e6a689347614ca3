/**
 * What rules would have done with past labels: which rule fits each, and whether the label was bought as it says.
 *
 * Carriers are not asked: what a label would have cost elsewhere is not known any more.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import type { Shipment } from "#providers/carriers/port.ts";
import { Count, Id, Nullable } from "#vocabulary/basics.ts";
import { loadRules } from "../load.ts";
import { messages } from "../messages.ts";
import { findFaults, isAllowed, isFitting } from "../rules.ts";
import { ShippingRules } from "../shapes.ts";

const DAYS = 30;
const LABELS_MAX = 2000;
const EXAMPLES_MAX = 20;

interface PastLabel {
  id: number;
  customer_id: number | null;
  shipment: Shipment;
  carrier_account: string;
  service: string;
  service_name: string;
}

export const testShippingRules = defineOperation({
  name: "labelserviceRulesTest",
  summary: "Test shipping rules on past labels",
  description:
    "Changes nothing. Which of the given rules, or of those that are set, fits each label of the past days.",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "POST", path: "/api/v1/labelservice/rules/test" },
  input: Type.Object({
    rules: Type.Optional(ShippingRules),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        description: "Labels of the past so many days; 30 if absent.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    tested: Type.Unsafe<number>({ ...Count, description: `The newest, at most ${LABELS_MAX}.` }),
    without_rule: Type.Unsafe<number>({
      ...Count,
      description: "No rule fits: the cheapest rate of all is bought.",
    }),
    rules: Type.Array(
      Type.Object({
        name: Type.String(),
        matched: Type.Unsafe<number>({
          ...Count,
          description: "Labels that it decides about, as the first that fits.",
        }),
        different: Type.Unsafe<number>({ ...Count, description: "Of them, bought otherwise than it says." }),
      }),
      { description: "In the order of the rules." },
    ),
    examples: Type.Array(
      Type.Object({
        label_order_id: Id,
        recipient: Type.String(),
        destination: Type.String(),
        carrier_account: Type.String(),
        service_name: Type.String(),
        rule: Nullable(Type.String()),
      }),
      { description: "Labels that were bought otherwise, newest first." },
    ),
  }),

  async run(context, { rules: given, days = DAYS }) {
    const { db, business_id, now, refuse } = context;
    const rules = given ?? (await loadRules(context)).rules;
    const faults = findFaults(rules);
    if (faults.length > 0) throw refuse("invalid_request", { message: messages.not_valid, errors: faults });
    const labels = await db.rows<PastLabel>(
      `select o.id, o.customer_id, o.shipment, a.code as carrier_account, o.service, o.service_name
         from label_order o
         join carrier_account a on a.business_id = o.business_id and a.id = o.carrier_account_id
        where o.business_id = $1 and o.created_at >= $2 and o.purchased_at is not null
        order by o.id desc limit ${LABELS_MAX}`,
      [business_id, new Date(new Date(now).getTime() - days * 86_400_000)],
    );
    const counts = rules.map(({ name }) => ({ name, matched: 0, different: 0 }));
    const others: { label: PastLabel; rule: string }[] = [];
    let without_rule = 0;
    for (const label of labels) {
      const index = rules.findIndex((rule) => isFitting(rule, label));
      const [rule, count] = [rules[index], counts[index]];
      if (rule === undefined || count === undefined) {
        without_rule += 1;
        continue;
      }
      count.matched += 1;
      if (isAllowed(rule, label)) continue;
      count.different += 1;
      others.push({ label, rule: rule.name });
    }
    return {
      result: true,
      tested: labels.length,
      without_rule,
      rules: counts,
      examples: others.slice(0, EXAMPLES_MAX).map(({ label: { id, shipment, ...label }, rule }) => ({
        label_order_id: id,
        recipient: shipment.to.name ?? "",
        destination: [shipment.to.postal_code, shipment.to.city, shipment.to.country]
          .filter(Boolean)
          .join(" "),
        carrier_account: label.carrier_account,
        service_name: label.service_name,
        rule,
      })),
    };
  },
});
