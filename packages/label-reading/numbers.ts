/**
 * Tracking numbers in text: their forms, what their check digits say, and letters that look like digits. What looks alike is
 * decided by the form and the check digit, never by how sure the reader of the text was.
 */
import { hasExpressCheckDigit, hasMod10, hasUpsCheckDigit, isPostalItem } from "#codes/check-digits.ts";
import type { CheckResult } from "./shapes.ts";

export interface JudgedNumber {
  number: string;
  carrier: string | null;
  check: CheckResult;
}

/** `9`: a digit, `A`: a letter, `X`: either, others: themselves. */
interface Form {
  pattern: string;
  carrier: string | null;
  /** Absent: numbers of this form have no check digit. */
  isRight?: (number: string) => boolean;
  /** Digits that many things are: only beside a word that says what they are. */
  needs_heading?: true;
}

const hasMod97 = (number: string) => BigInt(number.slice(2)) % 97n === 1n;

/** Longer and more particular forms first. */
const FORMS: readonly Form[] = [
  { pattern: "1ZXXXXXX9999999999", carrier: "ups", isRight: hasUpsCheckDigit },
  ...[26, 22, 20].map(
    (length): Form => ({
      pattern: `9${"9".repeat(length - 1)}`,
      carrier: "usps",
      isRight: isIntelligentMail,
    }),
  ),
  { pattern: "00".padEnd(20, "9"), carrier: null, isRight: hasMod10 },
  { pattern: "9".repeat(18), carrier: null, isRight: hasMod10 },
  { pattern: `JJD${"9".repeat(18)}`, carrier: "dhl" },
  { pattern: `JD${"9".repeat(18)}`, carrier: "dhl" },
  { pattern: "AA999999999AA", carrier: null, isRight: isPostalItem },
  { pattern: `PH${"9".repeat(14)}`, carrier: null, isRight: hasMod97 },
  { pattern: "9".repeat(15), carrier: "fedex", isRight: hasMod10, needs_heading: true },
  { pattern: "9".repeat(12), carrier: "fedex", isRight: hasExpressCheckDigit, needs_heading: true },
  { pattern: "9".repeat(14), carrier: "dpd", needs_heading: true },
];

function isIntelligentMail(number: string): boolean {
  return /^9[1-5]/.test(number) && hasMod10(number);
}

const TO_DIGIT: Record<string, string> = {
  O: "0",
  Q: "0",
  D: "0",
  I: "1",
  L: "1",
  "|": "1",
  Z: "2",
  S: "5",
  G: "6",
  B: "8",
};
const TO_LETTER: Record<string, string> = { "0": "O", "1": "I", "2": "Z", "5": "S", "6": "G", "8": "B" };
const ALIKE: Record<string, readonly string[]> = {
  O: ["0"],
  "0": ["O"],
  I: ["1"],
  "1": ["I"],
  L: ["1"],
  Z: ["2"],
  "2": ["Z"],
  S: ["5"],
  "5": ["S"],
  B: ["8"],
  "8": ["B"],
  G: ["6"],
  "6": ["G"],
};

/** What a number that was read by a code is: its check digit, where its form has one. */
export function judgeNumber(number: string, carrier: string | null = null): JudgedNumber {
  if (/^1Z[0-9A-Z]{16}$/.test(number))
    return { number, carrier: "ups", check: hasUpsCheckDigit(number) ? "valid" : "invalid" };
  if (/^[A-Z]{2}\d{9}[A-Z]{2}$/.test(number))
    return { number, carrier, check: isPostalItem(number) ? "valid" : "invalid" };
  if (/^9[1-5]\d{18}(?:\d{2}|\d{6})?$/.test(number))
    return { number, carrier: "usps", check: hasMod10(number) ? "valid" : "invalid" };
  if (/^PH\d{14}$/.test(number))
    return { number, carrier: null, check: hasMod97(number) ? "valid" : "invalid" };
  if (carrier === "fedex" && /^\d{12}$/.test(number))
    return { number, carrier, check: hasExpressCheckDigit(number) ? "valid" : "invalid" };
  if (carrier === "fedex" && /^\d{15}$/.test(number))
    return { number, carrier, check: hasMod10(number) ? "valid" : "invalid" };
  if (/^\d{18}$/.test(number)) return { number, carrier, check: hasMod10(number) ? "valid" : "invalid" };
  return { number, carrier, check: "none" };
}

export interface NumberInText extends JudgedNumber {
  /** Characters that were exchanged for others that look alike. */
  exchanged: number;
  /** Another reading has a right check digit too, so none is certain. */
  is_ambiguous: boolean;
}

/** Variants that are tried of one text: more doubt is no reading. */
const VARIANTS_MAX = 64;

/** What a text without spaces is. `has_heading`: beside it stands that it is a tracking number. */
export function readNumber(text: string, has_heading: boolean): NumberInText | undefined {
  const compact = text
    .toUpperCase()
    .replace(/[\s.\-()[\]:#*]/g, "")
    .replace(/^J(?=JD)/, "");
  for (const form of FORMS) {
    if (form.pattern.length !== compact.length || (form.needs_heading === true && !has_heading)) continue;
    const variants = listVariants(compact, form.pattern);
    if (variants.length === 0) continue;
    const [nearest] = variants as [Variant];
    const { carrier, isRight } = form;
    // A serial number of digits alone is no Intelligent Mail barcode unless it begins so.
    if (carrier === "usps" && !/^9[1-5]/.test(nearest.text)) continue;
    if (isRight === undefined)
      return {
        number: nearest.text,
        carrier,
        check: "none",
        exchanged: nearest.exchanged,
        is_ambiguous: false,
      };
    const right = variants.filter((variant) => isRight(variant.text));
    const [best] = right;
    if (best !== undefined) {
      const is_ambiguous = right.length > 1 && best.exchanged > 0;
      return { number: strip(best.text), carrier, check: "valid", exchanged: best.exchanged, is_ambiguous };
    }
    return {
      number: strip(nearest.text),
      carrier,
      check: "invalid",
      exchanged: nearest.exchanged,
      is_ambiguous: false,
    };
  }
  return undefined;
}

/** An SSCC is the same with its identifier before it. */
const strip = (number: string) => (/^00\d{18}$/.test(number) ? number.slice(2) : number);

interface Variant {
  text: string;
  exchanged: number;
}

/** Readings of a text in a form, those with the fewest exchanged characters first; none where it has another form. */
function listVariants(text: string, pattern: string): Variant[] {
  let variants: Variant[] = [{ text: "", exchanged: 0 }];
  for (let at = 0; at < pattern.length; at += 1) {
    const place = pattern[at] as string;
    const character = text[at] as string;
    const choices = listChoices(character, place);
    if (choices.length === 0) return [];
    variants = variants.flatMap((variant) =>
      choices.map((choice) => ({
        text: variant.text + choice,
        exchanged: variant.exchanged + (choice === character ? 0 : 1),
      })),
    );
    if (variants.length > VARIANTS_MAX)
      variants = variants.toSorted((a, b) => a.exchanged - b.exchanged).slice(0, VARIANTS_MAX);
  }
  return variants.sort((one, other) => one.exchanged - other.exchanged);
}

function listChoices(character: string, place: string): string[] {
  if (place === "9") {
    const digit = /\d/.test(character) ? character : TO_DIGIT[character];
    return digit === undefined ? [] : [digit];
  }
  if (place === "A") {
    const letter = /[A-Z]/.test(character) ? character : TO_LETTER[character];
    return letter === undefined ? [] : [letter];
  }
  if (place === "X") return /[0-9A-Z]/.test(character) ? [character, ...(ALIKE[character] ?? [])] : [];
  if (character === place) return [character];
  return TO_DIGIT[character] === place || TO_LETTER[character] === place ? [place] : [];
}
