import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  customer: "item.title item.description buyer_name seller_name reject_reason dispute_text",
});
