import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  sender: "description recipient reference",
  recipient: "dispute_reason",
  partner: "carrier_reference confirmation failure failure_text",
  own: "carriers service price_details.label",
});
