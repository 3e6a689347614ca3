/** Plural forms (CLDR, "Language Plural Rules"). */

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Chooses the form of a number in a language: `plural(3, { one: "# stop", other: "# stops" })` is "3 stops". */
export function createPlural(language: string): (n: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replaceAll("#", numbers.format(n));
}
