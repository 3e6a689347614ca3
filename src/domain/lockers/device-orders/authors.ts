import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({ sender: "contents customer_name ref", recipient: "" });
