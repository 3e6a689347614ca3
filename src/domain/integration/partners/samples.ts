import { defineSamples } from "#tests/support/samples.ts";
import { createOtepProvider } from "./operations/create-partner.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    provider: number;
  }
}

export const samples = defineSamples({
  records: {
    provider: async ({ people, unique_word: mark }) =>
      (
        await people.client_admin.call(createOtepProvider, {
          code: mark.toLowerCase(),
          name: mark,
          source_types: ["storage"],
          allows_bearer: true,
        })
      ).provider.id,
  },
  members: { provider_id: "provider" },
  operations: {
    otepProviderCreate: { no_references: { code: "the caller's own word for a new provider" } },
  },
  written_by_any_call: { partner: ["last_used_at"] },
});
