/** Texts of the refusals that any operation may have before it runs (`refusals`), and about a member of its input (`fields`). */
import type { TextFault } from "#vocabulary/text.ts";
import type english from "./messages/en.json";
import { defineMessages, type Message } from "./messages.ts";

export const { refusals, fields } = defineMessages<typeof english>(import.meta.resolve("./messages/"));

export const text_faults: Readonly<Record<TextFault, Message>> = {
  control: fields.control_characters,
  direction: fields.direction_characters,
  invisible: fields.invisible_characters,
  empty: fields.empty,
};
