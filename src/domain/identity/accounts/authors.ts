import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  agent: "token_name",
});
