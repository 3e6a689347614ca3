import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  own: "origin_warehouse warehouse warehouses zone",
});
