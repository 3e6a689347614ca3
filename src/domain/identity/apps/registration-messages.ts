/** Messages for people who register through an app, in nine languages. */
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./registration-messages/en.json";

export const registrationMessages = defineMessages<typeof english>(
  import.meta.resolve("./registration-messages/"),
);
