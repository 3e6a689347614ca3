import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  operations: {
    clientSettingsUpdate: { inputs: [(i) => ({ settings: { number_range_id: i.number_range } })] },
  },
});
