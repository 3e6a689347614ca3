import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  sender: "sender",
  recipient: "body",
  customer: "username",
});
