/** Messages to people who follow a shipment, and the refusals that they read. */
import { chooseLanguage } from "#operation/response/language.ts";
import { defineMessages } from "#operation/response/messages.ts";
import { labels as de } from "#otep/labels/de.ts";
import { labels as es } from "#otep/labels/es.ts";
import { labels as fr } from "#otep/labels/fr.ts";
import { labels as ja } from "#otep/labels/ja.ts";
import { labels as ko } from "#otep/labels/ko.ts";
import { type Labels, translateStatus } from "#otep/labels/labels.ts";
import { labels as pt } from "#otep/labels/pt.ts";
import { labels as zhHans } from "#otep/labels/zh-Hans.ts";
import { labels as zhHant } from "#otep/labels/zh-Hant.ts";
import { getLabel } from "#otep/vocabulary.ts";
import type english from "./watch-messages/en.json";

const LABELS: Record<string, Labels> = { de, es, fr, ja, ko, pt, "zh-Hans": zhHans, "zh-Hant": zhHant };

/** The label of a status in a language. */
export function nameStatus(language: string, code: string, base?: string): string {
  const labels = LABELS[chooseLanguage(language, Object.keys(LABELS))];
  return labels === undefined ? getLabel(code, base) : translateStatus(labels, code, base);
}

export const messages = defineMessages<typeof english>(import.meta.resolve("./watch-messages/"));
