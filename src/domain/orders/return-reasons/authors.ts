import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  driver: "incident_reason",
});
