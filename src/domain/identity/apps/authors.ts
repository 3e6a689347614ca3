import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  sender: "display_name postcode",
  customer: "tagline",
  driver: "status_reason",
  agent: "client_name person",
  own: "roles",
});
