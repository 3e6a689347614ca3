/** Takes off what scanners, keyboards and printers put around a code. */

/** GS, which separates the elements of a GS1 code. */
export const SEPARATOR = "\u001d";

/** Zero-width characters, soft hyphens and marks of direction: pasted from mail and web pages. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const DASHES = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;
/** How scanners write GS where they cannot type it. */
const WRITTEN_SEPARATOR = /<GS>|\{GS\}|\[GS\]|\u241d|\\u001d|\\x1d/gi;
const FNC1 = /^(?:<FNC1>|\{FNC1\}|\[FNC1\]|[\s\p{Cc}])*/iu;
/** ISO/IEC 15424: the symbology and what the scanner did with it. */
const AIM = /^\](?<symbology>[A-Za-z])(?<modifier>[0-9A-Za-z])/;

/** Symbologies whose content is a GS1 element string: GS1-128, DataMatrix, QR, DataBar, DotCode, Composite. */
const GS1_SYMBOLS = new Set(["C1", "d2", "Q3", "e0", "e1", "e2", "J1", "z1"]);

export interface CleanCode {
  text: string;
  /** As in `C1`; null where the scanner does not send it. */
  symbol: string | null;
  is_gs1: boolean;
}

export function cleanCode(raw: string): CleanCode {
  const plain = raw
    .replace(INVISIBLE, "")
    .replace(WRITTEN_SEPARATOR, SEPARATOR)
    .normalize("NFKC")
    .replace(DASHES, "-")
    // Line ends and tabs are the key after a code; some scanners put STX and ETX around it.
    .replace(/[\s\p{Cc}]+$/u, "");
  const [before = ""] = /^[\s\p{Cc}]*/u.exec(plain) ?? [];
  const rest_text = plain.slice(before.length);
  const aim = AIM.exec(rest_text)?.groups;
  const symbol = aim === undefined ? null : `${aim.symbology}${aim.modifier}`;
  const content = symbol === null ? rest_text : rest_text.slice(3);
  const [fnc1 = ""] = FNC1.exec(content) ?? [];
  const text = content.slice(fnc1.length);
  // Code 39 begins and ends with an asterisk, which some scanners send and fonts need.
  const starred = /^\*([^*]+)\*$/.exec(text)?.[1];
  return {
    text: starred === undefined ? text : starred.trim(),
    symbol,
    is_gs1: (symbol !== null && GS1_SYMBOLS.has(symbol)) || before.includes(SEPARATOR) || fnc1.trim() !== "",
  };
}

/** The form in which numbers are compared: without spaces and hyphens, in capital letters. */
export function foldCode(text: string): string {
  const folded = text
    .replace(INVISIBLE, "")
    .normalize("NFKC")
    .replace(DASHES, "-")
    .replace(/[\s-]/g, "")
    .toUpperCase();
  return folded || text;
}

/** The form in which codes of bins, packages and articles are stored: hyphens tell them apart. */
export function normalizeCode(text: string): string {
  return (
    text.replace(INVISIBLE, "").normalize("NFKC").replace(DASHES, "-").replace(/\s/g, "").toUpperCase() ||
    text
  );
}
