import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  records: { business: ({ business }) => business.id },
});
