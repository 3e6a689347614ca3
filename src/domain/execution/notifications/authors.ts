import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  partner: "detail html",
});
