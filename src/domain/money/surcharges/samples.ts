import { randomUUID } from "node:crypto";
import { defineSamples } from "#tests/support/samples.ts";
import { createSurcharge } from "./operations/create-surcharge.ts";

/** Of no family that other tests price. */
const sample = {
  name: "Sunday",
  kind: "fixed",
  trigger: "weekend",
  amount_minor: 500,
  families: ["moving_services"],
} as const;

export const samples = defineSamples({
  records: {
    surcharge: async ({ people, unique_word: mark }) =>
      (
        await people.client_admin.call(createSurcharge, {
          ...sample,
          name: mark,
          families: [...sample.families],
          code: `s${randomUUID().slice(0, 8)}`,
        })
      ).surcharge_id,
  },
  operations: {
    clientSurchargeCreate: {
      inputs: [() => ({ ...sample, code: "sunday" })],
    },
    clientSurchargeUpdate: { inputs: [() => ({ amount_minor: 700 })] },
  },
});
