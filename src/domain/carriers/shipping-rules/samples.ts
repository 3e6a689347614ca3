import { defineSamples } from "#tests/support/samples.ts";

const listRules = (customer_id: number) => [
  {
    name: "Heavy",
    when: { weight_g_min: 5000, customer_ids: [customer_id] },
    // biome-ignore lint/suspicious/noThenProperty: a rule says when and then; nothing awaits it.
    then: { strategy: "fastest" },
  },
];

export const samples = defineSamples({
  operations: {
    labelserviceRulesSet: {
      inputs: [(i) => ({ rules: listRules(i.customer) })],
    },
    labelserviceRulesTest: {
      inputs: [() => ({ rules: [], days: 7 })],
      not_tried: { "rules/when/customer_ids": "compared with past labels only" },
    },
  },
});
