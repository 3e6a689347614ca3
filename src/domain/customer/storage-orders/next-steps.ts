/** What somebody who scans a storage order does with it, by its status. */
import { defineMessages, type Message } from "#operation/response/messages.ts";
import type english from "./next-steps/en.json";
import type { Status } from "./rules.ts";

export const NEXT_STEPS: Readonly<Record<Status, Message>> = defineMessages<typeof english>(
  import.meta.resolve("./next-steps/"),
);
