import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  customer: "choices details",
  own: "changed_by",
});
