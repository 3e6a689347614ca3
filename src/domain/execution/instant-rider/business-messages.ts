/** Texts of Instant Deliver for the business, which reads the console. */
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./business-messages/en.json";

export const business_messages = defineMessages<typeof english>(import.meta.resolve("./business-messages/"));
