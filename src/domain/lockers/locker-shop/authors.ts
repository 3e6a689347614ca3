import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  customer:
    "merchant_name problem_text product_name unpaid_note merchant.terms merchants.terms products.terms",
});
