import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  own_texts: ["method"],
  operations: {
    clientWalletStatement: {
      inputs: [(i) => ({ customer_id: i.customer, month: "2026-01" })],
      fixed: { month: "2026-01", account: "wallet" },
    },
    customerWalletStatement: {
      inputs: [{ as: "customer", input: () => ({ month: "2026-01" }) }],
      fixed: { month: "2026-01" },
    },
    clientWalletTopup: {
      inputs: [(i) => ({ customer_id: i.customer, amount_minor: 5000, method: "cash" })],
    },
    clientWalletSettle: {
      inputs: [(i) => ({ customer_id: i.customer, amount_minor: 5000, method: "bank_transfer" })],
    },
    clientWalletPayout: {
      inputs: [(i) => ({ customer_id: i.customer, amount_minor: 1, method: "cash" })],
    },
    clientWalletAdjust: {
      inputs: [(i) => ({ customer_id: i.customer, amount_minor: 5000, reason: "Goodwill" })],
    },
  },
});
