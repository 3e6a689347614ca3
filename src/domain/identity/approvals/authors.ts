import { defineAuthors } from "#operation/define/authors.ts";

export const authors = defineAuthors({
  agent: "decision_note proposed_client proposed_token",
  open: { arguments: "agent", overview: "sender" },
  own: "decided_by proposed_by",
});
