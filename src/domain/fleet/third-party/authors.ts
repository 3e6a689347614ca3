import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  sender: "external_id",
  partner: "provider_name",
});
