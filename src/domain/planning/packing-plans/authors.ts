import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  sender: "item packaging packaging_name",
});
