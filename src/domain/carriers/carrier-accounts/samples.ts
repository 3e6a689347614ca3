import { randomUUID } from "node:crypto";
import { defineSamples } from "#tests/support/samples.ts";
import { createCarrierAccount } from "./operations/create-carrier-account.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    carrier_account: number;
  }
}

/** Where no call leaves the machine: the address is private. */
const NOWHERE = "https://127.0.0.1:9";

export const samples = defineSamples({
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
  members: { carrier_account_id: "carrier_account" },
  operations: {
    labelserviceCarrierAccountCreate: {
      inputs: [
        () => ({ code: "new", kind: "gateway", name: "New", api_key: "key_0123456789", base_url: NOWHERE }),
      ],
      no_references: { code: "a word for a new account", carrier_ids: "the vendor's own ids" },
    },
    labelserviceCarrierAccountUpdate: {
      inputs: [(i) => ({ carrier_account_id: i.carrier_account, is_enabled: false })],
      no_references: {
        carrier_ids: "the vendor's own ids",
        "rate_card/services/code": "a word for a service of the house",
      },
    },
  },
});
