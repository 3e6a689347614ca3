import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  operations: {
    clientSettingsUpdate: {
      changes_guards: "Its guarding settings are refused by name in tests/surface/sign-in-only.test.ts.",
      inputs: [(i) => ({ settings: { number_range_id: i.number_range } })],
    },
  },
});
