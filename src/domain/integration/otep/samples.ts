import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  operations: {
    otepIngest: { bulk_members: "the protocol: accepted, duplicates, rejected, results" },
    otepIngestEpcis: { bulk_members: "the protocol: accepted, duplicates, rejected, results" },
  },
});
