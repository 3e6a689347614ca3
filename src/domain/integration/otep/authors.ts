import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  partner: "media_type",
  own: "profiles",
});
