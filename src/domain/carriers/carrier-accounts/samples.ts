import { randomUUID } from "node:crypto";
import { defineSamples } from "#tests/support/samples.ts";
import { createCarrierAccount } from "./operations/create-carrier-account.ts";

/** Where no call leaves the machine: the address is private. */
const NOWHERE = "https://127.0.0.1:9";

export const samples = defineSamples({
  shared_texts: ["services"],
  own_texts: ["carrier_ids", "gs1_prefix", "pickup_cut_off"],
  records: {
    carrier_account: async ({ people, unique_word: mark }) =>
      (
        await people.client_admin.call(createCarrierAccount, {
          code: `a${randomUUID()}`,
          kind: "gateway",
          name: mark,
          api_key: `key_${mark}_0123456789`,
          base_url: NOWHERE,
        })
      ).carrier_account_id,
  },
  operations: {
    labelserviceCarrierAccountCreate: {
      inputs: [
        () => ({ code: "new", kind: "gateway", name: "New", api_key: "key_0123456789", base_url: NOWHERE }),
      ],
    },
    labelserviceCarrierAccountUpdate: {
      inputs: [() => ({ is_enabled: false })],
    },
  },
});
