import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  recipient: "last_text text",
});
