/** Words of codes that pages of any family may show: each family has its own beside its manifest, `words.<language>.json`. */
import { english, loads } from "virtual:record-words";
import { defineTranslations } from "../../language/texts.ts";
import { nameCode } from "../labels.ts";

export const words = defineTranslations(
  english,
  async (language) => (await loads[language]?.())?.default ?? {},
);

/** Features and modules. */
export const featureName = (code: string): string => nameCode(words.features, code);
