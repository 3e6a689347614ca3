/** The texts that come with the service. A business replaces them as a whole by its own. */
import { chooseLanguage } from "#operation/response/language.ts";
import { defineMessages } from "#operation/response/messages.ts";
import type english from "./quick-replies/en.json";
import type { ParticipantRole } from "./rules.ts";

export interface QuickReply {
  code: string;
  /** Who may send it. */
  roles: readonly ParticipantRole[];
  /** By language. */
  texts: Readonly<Record<string, string>>;
}

const texts = defineMessages<typeof english>(import.meta.resolve("./quick-replies/"));

const of = (code: keyof typeof texts, ...roles: ParticipantRole[]): QuickReply => ({
  code,
  roles,
  get texts() {
    const message = texts[code];
    return Object.fromEntries(message.languages.map((language) => [language, message.text(language)]));
  },
});

export const DEFAULT_QUICK_REPLIES: readonly QuickReply[] = [
  of("on_my_way", "driver"),
  of("at_the_door", "driver"),
  of("nobody_answers", "driver"),
  of("address_not_found", "driver"),
  of("coming", "customer"),
  of("leave_at_door", "customer"),
  of("please_wait", "staff", "contractor"),
  of("bring_back", "staff", "contractor"),
  of("thank_you", "staff", "contractor", "driver", "customer"),
];

/** The text in the language of the caller, and those in the others. */
export function pickText(
  { texts }: QuickReply,
  accept_language: string,
): { text: string; language: string; translations: Record<string, string> } {
  const available = Object.keys(texts);
  const chosen_language = chooseLanguage(accept_language, available);
  const language = texts[chosen_language] === undefined ? (available[0] ?? "en") : chosen_language;
  const { [language]: text = "", ...translations } = texts;
  return { text, language, translations };
}
