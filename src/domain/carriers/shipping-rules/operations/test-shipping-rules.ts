/**
 * What rules would have done with past labels: which rule decides about each, whether another rate would have been bought,
 * and what that would have cost.
 *
 * Carriers are not asked: a label remembers what was offered when it was bought. One that does not is counted without a
 * price.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count, Currency, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { loadRules } from "../records/shipping-rule-set.ts";
import { findFaults, type Replay, replayRules } from "../rules.ts";
import { ShippingRules } from "../shapes.ts";
import { boughtLabelsRequested, type PastLabel } from "../topics.ts";

const DAYS = 30;
const LABELS_MAX = 2000;
const EXAMPLES_MAX = 20;

const Difference = Type.Integer({
  description: "More than was paid, less where negative; minor units.",
});

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
      description: "No rule decides: the cheapest rate of all is bought.",
    }),
    different: Type.Unsafe<number>({
      ...Count,
      description: "Labels that would have been bought otherwise.",
    }),
    without_price: Type.Unsafe<number>({
      ...Count,
      description: "Of them, those of which it is not known what else was offered, or in another currency.",
    }),
    difference_minor: Type.Unsafe<number>({
      ...Difference,
      description: "Of all others together, minor units.",
    }),
    currency: Currency,
    rules: Type.Array(
      Type.Object({
        name: Type.String(),
        matched: Type.Unsafe<number>({
          ...Count,
          description: "Labels that it decides about, as the first that fits.",
        }),
        different: Type.Unsafe<number>({ ...Count, description: "Of them, bought otherwise than it says." }),
        difference_minor: Difference,
      }),
      { description: "In the order of the rules." },
    ),
    examples: Type.Array(
      Type.Object({
        label_order_id: Ref("label_order"),
        recipient: Type.String(),
        destination: Type.String(),
        carrier_account: Type.String(),
        service_name: Type.String(),
        price_minor: Type.Integer(),
        currency: Currency,
        rule: Nullable(Type.String()),
        instead: Nullable(
          Type.Object({
            carrier_account: Type.String(),
            service_name: Type.String(),
            price_minor: Type.Integer(),
            currency: Currency,
          }),
        ),
        difference_minor: Nullable(Difference),
      }),
      {
        description: `Labels that would have been bought otherwise, the newest first, at most ${EXAMPLES_MAX}.`,
      },
    ),
  }),

  async run(context, { rules: given_rules, days = DAYS }) {
    const { now, publish, refuse, business } = context;
    const currency = business.currency;
    const rules = given_rules ?? (await loadRules(context)).rules;
    const faults = findFaults(rules);
    if (faults.length > 0) throw refuse("invalid_request", { message: messages.not_valid, errors: faults });
    const since = new Date(now.getTime() - days * 86_400_000);
    const labels = (await publish(boughtLabelsRequested, { since, limit: LABELS_MAX })).flat();
    const replays = labels.map((label) => ({ label, ...replayRules(rules, label, currency) }));
    const different = replays.filter(({ is_different }) => is_different);
    return {
      result: true,
      tested: labels.length,
      without_rule: replays.filter(({ rule }) => rule === null).length,
      different: different.length,
      without_price: different.filter((one) => !isComparable(one, currency)).length,
      difference_minor: sumDifferences(different, currency),
      currency,
      rules: rules.map((rule) => {
        const matched = replays.filter((one) => one.rule === rule);
        return {
          name: rule.name,
          matched: matched.length,
          different: matched.filter(({ is_different }) => is_different).length,
          difference_minor: sumDifferences(matched, currency),
        };
      }),
      examples: different.slice(0, EXAMPLES_MAX).map(toExample),
    };
  },
});

type Replayed = Replay & { label: PastLabel };

/** Amounts of different currencies are not added. */
const isComparable = ({ label, difference_minor }: Replayed, currency: string) =>
  difference_minor !== null && label.currency === currency;

function sumDifferences(replays: readonly Replayed[], currency: string): number {
  return replays
    .filter((one) => isComparable(one, currency))
    .reduce((sum, { difference_minor }) => sum + (difference_minor ?? 0), 0);
}

function toExample({ label, rule, chosen, difference_minor }: Replayed) {
  const { id, shipment, carrier_account, service_name, price_minor, currency } = label;
  const { name = "", postal_code, city, country } = shipment.to;
  return {
    label_order_id: id,
    recipient: name,
    destination: [postal_code, city, country].filter(Boolean).join(" "),
    carrier_account,
    service_name,
    price_minor,
    currency,
    rule: rule?.name ?? null,
    instead:
      chosen === null
        ? null
        : {
            carrier_account: chosen.carrier_account,
            service_name: chosen.service_name,
            price_minor: chosen.price_minor,
            currency: chosen.currency,
          },
    difference_minor,
  };
}
