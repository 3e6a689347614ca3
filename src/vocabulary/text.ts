/**
 * What a text that somebody gives may contain, by its kind: one rule for every member of every input, so that a value
 * is judged the same whether it is typed, imported, or sent by a program. Pure.
 *
 * A schema says its kind as `x-text`; where it does not, `getTextKind` takes it from the rest of the schema.
 */

const TEXT_KINDS = ["name", "line", "code", "note", "long", "exact"] as const;
/**
 * `name`, `line`: one line. `code`: one line that people compare and scanners read, all of it visible. `note`, `long`:
 * may have line breaks and tabs. `exact`: what a program gives and nobody writes; never changed.
 */
export type TextKind = (typeof TEXT_KINDS)[number];

export type TextFault = "control" | "direction" | "invisible" | "empty";

/** From this length on a text has lines. */
const NOTE_LENGTH_MIN = 400;
const LONG_LENGTH_MIN = 2000;
/** Longer ones are files and documents, whose cells and members are judged where they are read. */
const EXACT_LENGTH_MIN = 20_001;
const CODE_NAMES = /(?:^|_)(?:codes?|sku|ref|refs|reference|barcodes?|serial)$/;
/** As a scanner delivers them, separators included: `packages/codes` reads them. */
const SCANNED_NAMES = /^(?:tracking_)?numbers?$/;
const NAME_NAMES = /(?:^|_)name$/;

interface TextSchema {
  type?: unknown;
  enum?: unknown;
  const?: unknown;
  pattern?: unknown;
  format?: unknown;
  maxLength?: number;
  "x-secret"?: boolean;
  "x-text"?: TextKind;
}

/**
 * The kind of a text member. A list of words, a format and a pattern say themselves what a value may be; a secret is
 * what its owner chose.
 */
export function getTextKind(name: string, schema: TextSchema): TextKind {
  if (schema["x-text"] !== undefined) return schema["x-text"];
  const { enum: words, const: word, pattern, format, maxLength = LONG_LENGTH_MIN } = schema;
  const has_own_rule = [words, word, pattern, format].some((rule) => rule !== undefined);
  if (has_own_rule || schema["x-secret"] === true || maxLength >= EXACT_LENGTH_MIN) return "exact";
  if (SCANNED_NAMES.test(name)) return "exact";
  if (CODE_NAMES.test(name)) return "code";
  if (NAME_NAMES.test(name)) return "name";
  if (maxLength >= LONG_LENGTH_MIN) return "long";
  return maxLength >= NOTE_LENGTH_MIN ? "note" : "line";
}

/** Spaces, and what is drawn as nothing at the ends of a text: marks of direction and byte order. */
const ENDS =
  /^[\s\u0085\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+|[\s\u0085\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+$/g;
/** A break or a tab in one line is a space, as in the fields of browsers. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no text contains.
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;
/** Without the joiners of Persian, of Indian scripts and of emoji, which words need. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff\ufff9-\ufffb]/;
/** Nothing to judge or to clean, as nearly all texts: printable ASCII without spaces at its ends. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

/** The text as it is stored, or why it is refused. `is_required`: empty is refused, also after trimming. */
export function judgeText(
  kind: TextKind,
  text: string,
  is_required = false,
): { text: string } | { fault: TextFault } {
  if (kind === "exact" || PLAIN.test(text)) return { text };
  const composed = text.normalize("NFC");
  const has_lines = kind === "note" || kind === "long";
  const cleaned = has_lines
    ? composed.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replaceAll(ENDS, "")
    : composed.replaceAll(ENDS, "").replaceAll(BREAKS, " ");
  if (cleaned === "" && is_required) return { fault: "empty" };
  if (CONTROLS.test(cleaned)) return { fault: "control" };
  if (has_lines ? !isBalanced(cleaned) : DIRECTIONS.test(cleaned)) return { fault: "direction" };
  if (kind === "code" && INVISIBLE.test(cleaned)) return { fault: "invisible" };
  return { text: cleaned };
}

/** In prose, a change of direction ends in its paragraph, and none overrides the direction of letters. */
function isBalanced(text: string): boolean {
  if (!DIRECTIONS.test(text)) return true;
  if (/[\u202d\u202e]/.test(text)) return false;
  return text.split("\n").every((line) => {
    let open = 0;
    for (const sign of line) {
      if (/[\u202a\u202b\u2066-\u2068]/.test(sign)) open += 1;
      else if (/[\u202c\u2069]/.test(sign)) open -= 1;
      if (open < 0) return false;
    }
    return open === 0;
  });
}
