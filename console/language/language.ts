/**
 * The language of the texts. What an account or a visitor chose is kept in the browser; without a choice it is the
 * first language of the browser that the page has. Node, which reads manifests, has English.
 */
import { findLanguage } from "../../packages/language/find-language.ts";
import { loadTexts } from "./texts.ts";

const KEY = "packhorse.language";

const current = {
  /** Of the texts: `pt`. */
  language: "en",
  /** Of numbers, dates and units: `pt-BR`. */
  locale: "en-GB",
  offered: ["en"] as readonly string[],
};
const listeners = new Set<() => void>();

/** The locale of the account: a page may have its language where the one before had not. */
let followed: string | undefined;

export const getLanguage = () => current.language;
export const getLocale = () => current.locale;
/** Languages of the page that is open. */
export const listLanguages = () => current.offered;

export function onLanguageChange(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** "Português" */
export function nameLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** English without a country is written as in the United Kingdom: the day before the month, 24 hours. */
function findLocale(language: string, locale_text: string): string {
  const locale = new Intl.Locale(locale_text.replaceAll("_", "-"));
  if (locale.region !== undefined) return locale.toString();
  return language === "en" ? "en-GB" : language;
}

/** The first of the locales that means an offered language, with that language; English when none does. */
export function chooseLanguage(
  locales: readonly string[],
  offered: readonly string[],
): { language: string; locale: string } {
  for (const candidate of locales) {
    const language = findLanguage(candidate, offered);
    if (language !== undefined) return { language, locale: findLocale(language, candidate) };
  }
  return { language: "en", locale: "en-GB" };
}

/** Languages of the page that is opened. The current language stays when it is among them. */
export async function offerLanguages(offered: readonly string[]): Promise<void> {
  if (current.offered === offered) return;
  current.offered = offered;
  const stored_locale = localStorage.getItem(KEY);
  await setLanguage(chooseLanguage([stored_locale ?? followed ?? [], navigator.languages].flat(), offered));
}

/** Changes the language to the one that a locale means, if the page has it, and keeps the choice. */
export async function setLocale(locale: string): Promise<void> {
  const language = findLanguage(locale, current.offered);
  if (language === undefined) return;
  localStorage.setItem(KEY, locale);
  await setLanguage({ language, locale: findLocale(language, locale) });
}

/** The language of the account that signed in, until another one is chosen here. */
export async function followAccount(locale: string): Promise<void> {
  if (locale === followed) return;
  followed = locale;
  await setLocale(locale);
}

async function setLanguage({ language, locale }: { language: string; locale: string }): Promise<void> {
  if (language === current.language && locale === current.locale) return;
  await loadTexts(language);
  Object.assign(current, { language, locale });
  for (const listen of listeners) listen();
}
