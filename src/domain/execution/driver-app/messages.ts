/** Messages of the driver's app, in nine languages: the contract has them follow Accept-Language. */
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./messages/en.json";

export const messages = defineMessages<typeof english>(import.meta.resolve("./messages/"));
