/** What a scanner, a camera or a person enters for a code, before it is read (`packages/codes`). */
import Type from "typebox";

/** Two-dimensional codes of carriers and links are long, and have separators in them. */
const SCANNED_CODE_MAX = 512;

export const ScannedCode = Type.String({
  minLength: 1,
  maxLength: SCANNED_CODE_MAX,
  pattern: "^[^\\u0000]*[!-~\\uff01-\\uff5e][^\\u0000]*$",
  description: "As scanned, with whatever the scanner or the label puts around it.",
});
