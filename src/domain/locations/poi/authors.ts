import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  own: "poi pois entrances holidays",
  partner: "shared_pois.name",
  open: { attributes: "agent" },
});
