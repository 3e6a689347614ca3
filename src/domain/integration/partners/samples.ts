import { defineSamples } from "#tests/support/samples.ts";
import { createOtepProvider } from "./operations/create-otep-provider.ts";

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
  operations: { otepProviderRevoke: { changes_guards: "It ends a key, and gives none." } },
  written_by_any_call: { partner: ["last_used_at"] },
});
