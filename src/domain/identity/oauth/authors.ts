import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  agent: "rejected_redirect_uris",
});
