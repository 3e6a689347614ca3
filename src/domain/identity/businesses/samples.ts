import { defineSamples } from "#tests/support/samples.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    business: number;
  }
}

export const samples = defineSamples({
  records: { business: ({ business }) => business.id },
  members: { business_id: "business" },
  operations: {
    platformBusinessCreate: { no_references: { code: "a word for a new business" } },
  },
});
