/** Translates a refusal into the requested language; a text without a translation stays as it is. */
import type { Message } from "../define/context.ts";
import { Refusal } from "../define/refusal.ts";
import { ERROR_TRANSLATIONS } from "./error-translations.ts";
import { FIELD_ERROR_TRANSLATIONS } from "./field-error-translations.ts";
import { chooseLanguage, formatMessage, LANGUAGES } from "./language.ts";

/** Everything below these paths is translated: a driver's app is in its driver's language. */
const LOCALISED_PREFIXES = ["/api/v1/driver/", "/api/v1/instant-rider/"] as const;

export function isLocalisedPath(path: string): boolean {
  return LOCALISED_PREFIXES.some((prefix) => path.startsWith(prefix));
}

interface Template {
  message: Message;
  pattern: RegExp;
  names: string[];
}

function buildTemplate(message: Message): Template {
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

/** A parameter matches any text, so the template with the longest fixed text is tried first. */
function sortTemplates(messages: readonly Message[]): Template[] {
  const own = ({ en }: Message) => en.replaceAll(/\{\w+\}/g, "").length;
  return messages.toSorted((one, other) => own(other) - own(one)).map(buildTemplate);
}

const REFUSAL_TEMPLATES = sortTemplates(ERROR_TRANSLATIONS);
const FIELD_TEMPLATES = sortTemplates(FIELD_ERROR_TRANSLATIONS);

function translateText(templates: readonly Template[], text: string, header: string): string {
  for (const { message, pattern, names } of templates) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const values = Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ""]));
    return formatMessage(message, header, values);
  }
  return text;
}

export function translateRefusal(refusal: Refusal, header: string): Refusal {
  if (chooseLanguage(header, LANGUAGES) === "en") return refusal;
  const { code, kind, body, extra, headers } = refusal;
  const errors = refusal.errors?.map((detail) => ({
    ...detail,
    message: translateText(FIELD_TEMPLATES, detail.message, header),
  }));
  return new Refusal(code, kind, {
    message: translateText(REFUSAL_TEMPLATES, refusal.message, header),
    headers,
    ...(errors === undefined ? {} : { errors }),
    ...(body === undefined ? {} : { body }),
    ...(extra === undefined ? {} : { extra }),
  });
}
