/** Text of bytes that somebody sent: complete, or refused at the byte where it ends. Nothing is ever replaced. */
import { MIMEType } from "node:util";

export const UTF_8 = "utf-8";

/** The bytes are no text of their encoding. */
export class InvalidBytes extends Error {
  /** Of the first byte of the sequence that is no character. */
  readonly offset: number;
  readonly encoding: string;

  constructor(offset: number, encoding: string) {
    super(`The byte at offset ${offset} is not ${encoding}.`);
    this.offset = offset;
    this.encoding = encoding;
  }
}

/** Names a charset that cannot be decoded. */
export class UnknownCharset extends Error {
  readonly charset: string;

  constructor(charset: string) {
    super(`The charset ${charset} is not supported.`);
    this.charset = charset;
  }
}

/** Maps every byte to a private character: no text of anybody is in it. */
const NO_TEXT = new Set(["x-user-defined"]);
const LABEL_MAX = 40;

const decoders = new Map<string, TextDecoder>();

/** One decoder for each encoding; a label is one of the Encoding Standard. Throws `UnknownCharset`. */
function getDecoder(label: string): TextDecoder {
  const cached_decoder = decoders.get(label);
  if (cached_decoder !== undefined) return cached_decoder;
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch {
    throw new UnknownCharset(label.slice(0, LABEL_MAX));
  }
  if (NO_TEXT.has(decoder.encoding)) throw new UnknownCharset(label.slice(0, LABEL_MAX));
  const shared_decoder = decoders.get(decoder.encoding) ?? decoder;
  decoders.set(shared_decoder.encoding, shared_decoder);
  return shared_decoder;
}

/**
 * The encoding that a `Content-Type` declares, in the name of the Encoding Standard: `windows-1252` for `latin1`;
 * UTF-8 without a declaration. Throws `UnknownCharset`.
 */
export function readCharset(content_type: string | undefined): string {
  if (content_type === undefined || !/charset/i.test(content_type)) return UTF_8;
  let declared: string | null;
  try {
    declared = new MIMEType(content_type).params.get("charset");
  } catch {
    return UTF_8;
  }
  return declared === null ? UTF_8 : getDecoder(declared.trim().toLowerCase()).encoding;
}

/** Without a byte order mark. Of UTF-16, the mark decides the order of bytes. Throws `InvalidBytes`. */
export function decodeBytes(bytes: Uint8Array, encoding = UTF_8): string {
  const ordered = encoding === "utf-16le" && bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : encoding;
  try {
    return getDecoder(ordered).decode(bytes);
  } catch (error) {
    if (error instanceof UnknownCharset) throw error;
    throw new InvalidBytes(findInvalidByte(bytes, ordered), ordered);
  }
}

/** By bisection: the decoder says that there is such a byte, and not where. */
function findInvalidByte(bytes: Uint8Array, encoding: string): number {
  // With `stream`, a sequence that is not complete yet is no error.
  const decode = (length: number) =>
    new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length), {
      stream: true,
    });
  const isText = (length: number) => {
    try {
      decode(length);
      return true;
    } catch {
      return false;
    }
  };
  let [valid, invalid] = [0, bytes.length + 1];
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isText(middle)) valid = middle;
    else invalid = middle;
  }
  // The last sequence may have begun before: what is decoded ends where it begins.
  const text = decode(valid);
  if (encoding === UTF_8) return Buffer.byteLength(text, "utf8");
  if (encoding.startsWith("utf-16")) return text.length * 2;
  return Math.min(valid, Math.max(0, bytes.length - 1));
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/** Where percent-encoded bytes are not UTF-8; null when all are. A percent sign alone stands for itself. */
function findInvalidEscape(text: string): number | null {
  for (const { 0: escapes, index } of text.matchAll(ESCAPES)) {
    try {
      decodeBytes(Buffer.from(escapes.replaceAll("%", ""), "hex"));
    } catch (error) {
      return index + 3 * (error as InvalidBytes).offset;
    }
  }
  return null;
}

/**
 * The members of an `application/x-www-form-urlencoded` text. Throws `InvalidBytes` where a percent-encoded byte is
 * not UTF-8, which `URLSearchParams` replaces.
 */
export function parseForm(text: string): URLSearchParams {
  const invalid = findInvalidEscape(text);
  if (invalid !== null) throw new InvalidBytes(invalid, UTF_8);
  return new URLSearchParams(text);
}

/**
 * Why a URL cannot be read as it was sent; null when it can. Servers of HTTP deliver raw bytes above 127 as
 * characters of Latin-1, which nobody wrote. NUL is a character: the operation that reads it refuses it, in its own words.
 */
export function findUrlFault(url: string): "not_ascii" | "not_utf_8" | null {
  if (/[^\u0020-\u007e]/.test(url)) return "not_ascii";
  if (!url.includes("%")) return null;
  return findInvalidEscape(url) === null ? null : "not_utf_8";
}
