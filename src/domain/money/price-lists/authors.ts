import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  own: "tiers zones lines.label",
});
