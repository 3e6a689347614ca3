import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  sender: "recipient_email recipient_name recipient_phone sender_email sender_name sender_phone",
  driver: "suspension_reason",
});
