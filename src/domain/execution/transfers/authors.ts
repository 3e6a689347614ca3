import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  own: "created_by from_warehouse to_warehouse",
});
