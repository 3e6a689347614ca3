/** Texts of the refusals of routes. What others changed is said in the language of the caller. */
import { defineMessages } from "#operation/response/messages.ts";
import type changes from "./change-messages/en.json";
import type english from "./messages/en.json";

export const messages = {
  ...defineMessages<typeof english>(import.meta.resolve("./messages/")),
  ...defineMessages<typeof changes>(import.meta.resolve("./change-messages/")),
};
