/** Titles of the attention items of the family, by kind. */
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./attention-titles/en.json";

export const titles = defineMessages<typeof english>(import.meta.resolve("./attention-titles/"));
