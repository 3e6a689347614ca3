/** Texts of the notices to guests. */
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./notices/en.json";

export const notices = defineMessages<typeof english>(import.meta.resolve("./notices/"));
