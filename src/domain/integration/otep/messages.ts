/** Texts of the refusals of otep. */
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./messages/en.json";
import type english_notes from "./notes/en.json";

export const messages = defineMessages<typeof english>(import.meta.resolve("./messages/"));

/** Notes about single events, in English alone: the contract says so of them, as the protocol's own validator does. */
export const notes = defineMessages<typeof english_notes>(import.meta.resolve("./notes/"));
