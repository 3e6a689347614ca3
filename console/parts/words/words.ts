/** Words of codes that pages of any family may show: each family has its own beside its manifest, `words.<language>.json`. */
import { defineTranslations } from "../../language/texts.ts";
import { nameCode } from "../labels.ts";
import { english, loads } from "./record-words.ts";

export const words = defineTranslations(
  english,
  async (language) => (await loads[language]?.())?.default ?? {},
);

/** Features and modules. */
export const featureName = (code: string): string => nameCode(words.features, code);
