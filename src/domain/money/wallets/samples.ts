import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  own_texts: ["method"],
  operations: {
    clientWalletStatement: {
      inputs: [() => ({ month: "2026-01" })],
      fixed: { month: "2026-01", account: "wallet" },
    },
    customerWalletStatement: {
      inputs: [{ as: "customer", input: () => ({ month: "2026-01" }) }],
      fixed: { month: "2026-01" },
    },
    clientWalletTopup: {
      inputs: [() => ({ amount_minor: 5000, method: "cash" })],
    },
    clientWalletSettle: {
      inputs: [() => ({ amount_minor: 5000, method: "bank_transfer" })],
    },
    clientWalletAdjust: {
      inputs: [() => ({ amount_minor: 5000, reason: "Goodwill" })],
    },
  },
});
