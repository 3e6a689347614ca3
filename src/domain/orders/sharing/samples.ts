import { defineSamples } from "#tests/support/samples.ts";
import { createShareLink } from "./operations/create-share-link.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    share_link: number;
  }
}

export const samples = defineSamples({
  records: {
    share_link: async (world) =>
      (
        await world.people.client_admin.call(createShareLink, {
          number: await world.id("number"),
          shows: ["position", "proofs"],
          expires_in_h: 24,
        })
      ).link.id,
  },
  members: { link_id: "share_link" },
  link_subjects: { order: (world) => world.id("order") },
  // When a link was last used.
  written_by_any_call: { link: "all" },
});
