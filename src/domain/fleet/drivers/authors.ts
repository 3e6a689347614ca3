import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  driver: "review_note",
  own: "driver drivers vehicle vehicles",
});
