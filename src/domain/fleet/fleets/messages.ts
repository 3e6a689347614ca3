/** Texts of fleets and shifts, in the languages of phones: drivers and captains read them. */
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./messages/en.json";

export const messages = defineMessages<typeof english>(import.meta.resolve("./messages/"));
