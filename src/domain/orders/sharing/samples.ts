import { defineSamples } from "#tests/support/samples.ts";
import { createShareLink } from "./operations/create-share-link.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    share_link: number;
  }
}

export const samples = defineSamples({
  records: {
    share_link: async (fixture) =>
      (
        await fixture.people.client_admin.call(createShareLink, {
          number: await fixture.id("number"),
          shows: ["position", "proofs"],
          expires_in_h: 24,
        })
      ).link.id,
  },
  members: { link_id: "share_link" },
  link_subjects: { order: (fixture) => fixture.id("order") },
  // When a link was last used.
  written_by_any_call: { link: "all" },
});
