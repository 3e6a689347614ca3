import { getLanguage } from "../../../../language/language.ts";

/** `1.50 or 1500.00`, in the language of the page. */
export function listChoices(choices: readonly string[]): string {
  return new Intl.ListFormat(getLanguage(), { type: "disjunction" }).format(choices);
}
