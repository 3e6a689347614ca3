/** Texts of the refusals of sign-in and of changes to one's own account. */
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./messages/en.json";
import type sign_in from "./sign-in-messages/en.json";

export const messages = {
  ...defineMessages<typeof english>(import.meta.resolve("./messages/")),
  ...defineMessages<typeof sign_in>(import.meta.resolve("./sign-in-messages/")),
};
