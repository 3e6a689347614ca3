import { defineSamples } from "#tests/support/samples.ts";
import { createReason } from "./operations/create-reason.ts";

export const samples = defineSamples({
  records: {
    return_reason: {
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
    },
    returnReasonUpdate: { inputs: [() => ({ active: false })] },
    returnReasons: { shared: "reasons are the business's" },
  },
});
