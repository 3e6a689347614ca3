import { defineSamples } from "#tests/support/samples.ts";
import { createReason } from "./operations/create-reason.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    reason: string;
  }
}

export const samples = defineSamples({
  records: {
    reason: {
      create: async ({ people, unique_word: mark }) =>
        (
          await people.client_admin.call(createReason, {
            code: `${mark.toLowerCase()}_gone`,
            labels: { en: mark },
            applies_to: ["failed"],
            next_action: "reattempt",
          })
        ).reason.code,
      unknown: "nobody_gone",
      shared: "reasons are the business's",
    },
  },
  members: { code: "reason", return_reason: "reason" },
  operations: {
    returnReasonCreate: {
      inputs: [
        () => ({
          code: "dog_in_garden",
          labels: { en: "A dog" },
          applies_to: ["failed"],
          next_action: "reattempt",
          fault: "recipient",
        }),
      ],
      no_references: { code: "a word for a new reason" },
    },
    returnReasonUpdate: { inputs: [(i) => ({ code: i.reason, active: false })] },
    returnReasons: { shared: "reasons are the business's" },
  },
});
