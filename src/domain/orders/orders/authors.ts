import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  sender:
    "address address_key contents delivery_instruction destination external_tracking note order_ref ref",
  recipient: "signed_by",
  customer: "names",
  driver: "exception reason",
  partner: "giver headline taker",
  own: "by",
});
