import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  customer: "hidden read unmapped_columns value",
  agent: "file_name",
  open: { values: "customer" },
  own: "columns dataset datasets fields groups",
});
