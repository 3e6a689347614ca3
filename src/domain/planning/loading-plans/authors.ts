import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  customer: "space space_name",
});
