import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  sender: "customer_name pickup_timeframe",
  open: { form: "customer" },
  own: "lines_before.label lines_after.label",
});
