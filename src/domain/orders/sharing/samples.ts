import { defineSamples } from "#tests/support/samples.ts";
import { createShareLink } from "./operations/create-share-link.ts";

export const samples = defineSamples({
  records: {
    share_link: async (fixture) =>
      (
        await fixture.people.client_admin.call(createShareLink, {
          number: await fixture.id("tracking_number"),
          shows: ["position", "proofs"],
          expires_in_h: 24,
        })
      ).link.id,
  },
  link_subjects: { order: (fixture) => fixture.id("order") },
  // When a link was last used.
  written_by_any_call: { link: "all" },
});
