import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  sender: "title",
  own: "assigned_to",
});
