import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  sender: "customer phone_e164",
  own: "templates",
});
