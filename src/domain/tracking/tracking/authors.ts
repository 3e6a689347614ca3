import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  partner: "events.description events.message",
  open: { extensions: "partner" },
  own: "events.label",
});
