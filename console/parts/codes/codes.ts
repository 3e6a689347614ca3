/** Codes of states, roles and surfaces that pages of any family, and refusals of the service, have in them. */
import { defineTranslations } from "../../language/texts.ts";
import { findWord, nameCode } from "../labels.ts";
import { english, loads } from "./record-codes.ts";

const codes = defineTranslations(english, async (language) => (await loads[language]?.())?.default ?? {});

/** The word of a family for a code of its: `nameCodeOf("order", "DELIVERED")`. */
export const nameCodeIn = (kind: string, code: string): string => nameCode(codes, `${kind}.${code}`);

export const nameRole = (role: string): string => nameCodeIn("role", role);
export const nameSurface = (surface: string): string => nameCodeIn("surface", surface);

/** For a code that several kinds share, the order's word is used: most refusals concern orders. */
function findCode(code: string): string | undefined {
  const kinds = Object.keys(codes).filter((key) => key.endsWith(`.${code}`));
  return findWord(codes, `order.${code}`) ?? findWord(codes, kinds[0] ?? "");
}

/** Replaces the codes of statuses and roles in a message of the service with the console's words. */
export function humanizeCodes(sentence: string): string {
  return sentence.replaceAll(/\b(?:[A-Z]{2,}(?:_[A-Z]+)*|[a-z]+(?:_[a-z]+)+)\b/g, (code) => {
    const word = findCode(code);
    return word === undefined ? code : `“${word}”`;
  });
}
