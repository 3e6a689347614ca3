/** The text of a file whose encoding is chosen, marked, or found out. Pure. */
import { TableFault } from "./limits.ts";

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface DecodedText {
  /** Without its byte order mark. */
  text: string;
  encoding: Encoding;
}

function detectEncoding(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  // Headings and delimiters are mostly of ASCII, which has a zero in every second byte of UTF-16.
  const start = bytes.subarray(0, Math.min(bytes.length, 4096));
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const is_wide = bytes.length % 2 === 0 && even + odd > start.length / 8;
  if (is_wide && Math.max(even, odd) > 9 * Math.min(even, odd)) return odd > even ? "utf-16le" : "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no text file contains.
const CONTROL = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** Throws `TableFault` when the bytes are no text in the encoding, or none at all. */
export function decodeText(bytes: Uint8Array, chosen_encoding?: Encoding): DecodedText {
  const encoding = chosen_encoding ?? detectEncoding(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new TableFault("not_text");
  }
  if (CONTROL.test(text)) throw new TableFault("not_text");
  if (text.trim() === "") throw new TableFault("empty");
  return { text, encoding };
}

/** Throws `TableFault` when objects and lists are inside each other too deeply for what reads them. */
export function checkDepth(json: string, depth_max: number): void {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x22) {
      for (at += 1; at < json.length && json.charCodeAt(at) !== 0x22; at += 1)
        if (json.charCodeAt(at) === 0x5c) at += 1;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > depth_max) throw new TableFault("too_deep", depth_max);
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
}
