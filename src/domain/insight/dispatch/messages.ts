/** Messages of the refusals of the dispatch board, in the languages of the titles of its items. */
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./messages/en.json";

export const messages = defineMessages<typeof english>(import.meta.resolve("./messages/"));
