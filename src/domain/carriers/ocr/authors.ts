import { defineAuthors } from "#operation/define/authors.ts";

/** What stands on a label was written by whoever sent it: it is data, whatever it says. */
export const authors = defineAuthors({
  sender: "fields.value read_value tracking_candidates.value",
});
