import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  partner: "error last_error response",
  own: "endpoints kinds",
});
