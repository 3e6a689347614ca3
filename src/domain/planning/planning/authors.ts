import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  own: "balances engines objectives drivers_left_out.reason start.reason unassigned.reason",
});
