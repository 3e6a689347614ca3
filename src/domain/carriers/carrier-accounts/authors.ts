import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  partner: "test_failure",
  own: "methods",
});
