/** Says a refusal again in the language that a request asks for; what has no other words stays as it is. */
import type { Message } from "./context.ts";
import { chooseLanguage, LANGUAGES, speak } from "./language.ts";
import { Refusal } from "./refusal.ts";
import { FIELD_WORDS, REFUSAL_WORDS } from "./words.ts";

/** A driver's app speaks its driver's language, wherever below these a request goes. */
const LOCALISED_PREFIXES = ["/api/v1/driver/", "/api/v1/instant-rider/"] as const;

export function isLocalisedPath(path: string): boolean {
  return LOCALISED_PREFIXES.some((prefix) => path.startsWith(prefix));
}

interface Template {
  message: Message;
  pattern: RegExp;
  names: string[];
}

function templateOf(message: Message): Template {
  const parts = message.en.split(/\{(\w+)\}/);
  const pattern = parts
    .map((part, index) => (index % 2 === 1 ? "([\\s\\S]*?)" : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")))
    .join("");
  return {
    message,
    pattern: new RegExp(`^${pattern}$`),
    names: parts.filter((_part, index) => index % 2 === 1),
  };
}

/** A parameter stands for any text, so what says most itself is tried first. */
function templatesOf(messages: readonly Message[]): Template[] {
  const own = ({ en }: Message) => en.replaceAll(/\{\w+\}/g, "").length;
  return messages.toSorted((one, other) => own(other) - own(one)).map(templateOf);
}

const ofRefusals = templatesOf(REFUSAL_WORDS);
const ofFields = templatesOf(FIELD_WORDS);

function said(templates: readonly Template[], text: string, header: string): string {
  for (const { message, pattern, names } of templates) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const values = Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ""]));
    return speak(message, header, values);
  }
  return text;
}

export function inLanguage(refusal: Refusal, header: string): Refusal {
  if (chooseLanguage(header, LANGUAGES) === "en") return refusal;
  const { code, kind, body, extra, headers } = refusal;
  const errors = refusal.errors?.map((detail) => ({
    ...detail,
    message: said(ofFields, detail.message, header),
  }));
  return new Refusal(code, kind, {
    message: said(ofRefusals, refusal.message, header),
    headers,
    ...(errors === undefined ? {} : { errors }),
    ...(body === undefined ? {} : { body }),
    ...(extra === undefined ? {} : { extra }),
  });
}
