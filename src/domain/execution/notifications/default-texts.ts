/**
 * The words that come with the service: for each event a subject and a text, in every language of recipients. `{name}` is a
 * variable of templates.ts. The frames put the tracking link, and the way to stop, around the text of each channel.
 */
import { type AnyMessage, defineMessages } from "#operation/response/messages.ts";
import type english from "./default-texts/en.json";
import type { NotificationEvent } from "./rules.ts";

const texts = defineMessages<typeof english>(import.meta.resolve("./default-texts/"));

interface Words {
  /** Subject of an e-mail, title of a push message. */
  subject: AnyMessage;
  text: AnyMessage;
}

export const DEFAULT_WORDS: Record<NotificationEvent, Words> = texts.events;

/** What an e-mail says below the tracking link. */
export const STOP_LINE = texts.stop_line;

/** Stands for a time that is not known. */
export const DURING_THE_DAY = texts.during_the_day;
