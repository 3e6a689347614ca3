import { defineSamples } from "#tests/support/samples.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** An order, as audit entries name it. */
    subject: string;
  }
}

export const samples = defineSamples({
  records: {
    subject: { create: async (world) => `order/${await world.id("order")}`, unknown: "order/2000000011" },
  },
  members: { subject: "subject" },
  operations: {
    audit: { grow: (world) => world.another("order") },
    platformAudit: { grow: (world) => world.another("order") },
  },
  written_by_any_call: { audit: "all" },
});
