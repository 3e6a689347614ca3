import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  sender: "floor label",
  own: "suggestions",
});
