/** Texts of the notices to sellers and buyers. None has the price of the goods. */
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./notices/en.json";

export const notices = defineMessages<typeof english>(import.meta.resolve("./notices/"));
