/** Messages of the refusals of the warehouse app. */
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./messages/en.json";
import type next_steps from "./next-steps/en.json";

export const messages = {
  ...defineMessages<typeof english>(import.meta.resolve("./messages/")),
  ...defineMessages<typeof next_steps>(import.meta.resolve("./next-steps/")),
};
