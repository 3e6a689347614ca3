/**
 * Text for the fonts that every PDF reader has, which know Windows-1252 only: Western European letters.
 *
 * Other Latin letters lose their accents; Greek and Cyrillic are romanised; what is left (Arabic, Chinese, Thai
 * and other scripts) is shown as `?` and counted, so that the caller can print it some other way. Pure.
 */

/** What Windows-1252 has beyond ISO 8859-1. */
const WINDOWS = new Set("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ");

/** Letters that Unicode does not take apart, and letters of other alphabets. */
const ROMAN = new Map(
  [
    "łl ŁL đd ĐD ħh ĦH ıi ŧt ŦT ŋn ŊN ĸk ſs ẞSS",
    "аa бb вv гg дd еe ёe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya",
    "іi їi єye ґg ўu јj љlj њnj ћc ђdj џdz ѓg ќk ѕdz",
    "αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo",
    "‐- ‑- ‒- ―- −- ′' ″\" №No ー-",
  ]
    .join(" ")
    .split(" ")
    .map((pair) => {
      const [letter = "", ...roman] = pair;
      return [letter, roman.join("")] as const;
    }),
);

export interface Printable {
  text: string;
  /** Letters that were written in another way. */
  romanised: number;
  /** Characters that could not be written at all. */
  lost: number;
}

function fits(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || WINDOWS.has(character);
}

function romanOf(character: string): string | undefined {
  const small = character.toLowerCase();
  const roman = ROMAN.get(character) ?? ROMAN.get(small);
  if (roman === undefined) return undefined;
  return ROMAN.has(character) || character === small
    ? roman
    : `${roman.charAt(0).toUpperCase()}${roman.slice(1)}`;
}

export function printable(text: string): Printable {
  let written = "";
  let romanised = 0;
  let lost = 0;
  for (const character of text.normalize("NFC").replaceAll(/[\s\p{Cc}]+/gu, " ")) {
    if (fits(character)) {
      written += character;
      continue;
    }
    const bare = character.normalize("NFKD").replaceAll(/\p{Mn}/gu, "");
    const parts = [...bare].map((part) => (fits(part) ? part : romanOf(part)));
    if (bare !== "" && parts.every((part) => part !== undefined)) {
      written += parts.join("");
      romanised += 1;
    } else if (/\p{M}|\p{Cf}/u.test(character)) {
      romanised += 1;
    } else {
      written += "?";
      lost += 1;
    }
  }
  return { text: written, romanised, lost };
}
