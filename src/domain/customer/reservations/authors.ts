import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  customer: "guest_name guest_email guest_phone guest_note",
});
