/**
 * Reads bodies from their bytes: text of the charset they declare, and documents of limited depth, JSON or one per line.
 *
 * A separate file that imports no more than it needs, so that a worker thread can parse what is too large for the
 * thread that serves requests.
 */
import {
  decodeBytes,
  InvalidBytes,
  parseForm,
  readCharset,
  UnknownCharset,
  UTF_8,
} from "#platform/text/decode-bytes.ts";
import { refusals } from "../response/platform-messages.ts";
import { Refusal } from "./refusal.ts";

/** Deepest nesting of a document; RFC 8259 leaves the limit to the parser. */
const DEPTH_MAX = 100;

/**
 * Members and elements of a document: 50 in each of the 10,000 events of the largest document. Millions of empty
 * ones fit into the same number of bytes, and cost the process a second each time.
 */
const VALUES_MAX = 500_000;

/** A body as it was sent, for an operation that parses it in another thread. */
export class RawBody {
  readonly bytes: Uint8Array;
  /** One document per line: an invalid line is reported on its own, by the code that reads the lines. */
  readonly is_lines: boolean;

  constructor(bytes: Uint8Array, is_lines: boolean) {
    this.bytes = bytes;
    this.is_lines = is_lines;
  }
}

/** The parsed document, or the unparsed text of one document a line. Refuses `invalid_json` and `payload_too_large`. */
export function parseRawBody(raw_body: RawBody): unknown {
  const { bytes, is_lines } = raw_body;
  const { depth, values } = measureDocument(raw_body);
  if (depth > DEPTH_MAX)
    throw new Refusal("invalid_json", "bad_request", {
      message: refusals.json_too_deep.with({ depth: DEPTH_MAX }),
    });
  if (values > VALUES_MAX) {
    throw new Refusal("payload_too_large", "too_large", {
      message: refusals.too_many_values.with({ values: VALUES_MAX }),
    });
  }
  const text = readBodyText(bytes);
  return is_lines ? text : parseJson(text);
}

/**
 * The text of a body in the charset that its `Content-Type` declares, UTF-8 without one, and without a byte order
 * mark. Refuses `unsupported_charset`, and `invalid_json` with the offset of the first byte that is no text; the
 * surfaces read all bodies with it.
 */
export function readBodyText(bytes: Uint8Array, content_type?: string): string {
  try {
    return decodeBytes(bytes, readCharset(content_type));
  } catch (error) {
    throw toBodyRefusal(error);
  }
}

/** The body in UTF-8, whatever charset it declares: the same bytes where it declares UTF-8, which are not checked. */
export function convertBodyToUtf8(bytes: Uint8Array, content_type: string | undefined): Uint8Array {
  if (getBodyCharset(content_type) === UTF_8) return bytes;
  return Buffer.from(readBodyText(bytes, content_type), "utf8");
}

function getBodyCharset(content_type: string | undefined): string {
  try {
    return readCharset(content_type);
  } catch (error) {
    throw toBodyRefusal(error);
  }
}

/** For an operation that verifies a signature of the bytes: they are UTF-8, or refused as `readBodyText` does. */
export function requireUtf8(bytes: Uint8Array, content_type: string | undefined): void {
  const charset = getBodyCharset(content_type);
  if (charset !== UTF_8) throw toBodyRefusal(new UnknownCharset(charset));
  if (/^application\/x-www-form-urlencoded\b/i.test(content_type ?? "")) readFormMembers(bytes);
  else readBodyText(bytes);
}

/** The members of a form, whose escapes are UTF-8. Refuses as `readBodyText` does. */
export function readFormMembers(bytes: Uint8Array, content_type?: string): URLSearchParams {
  try {
    return parseForm(decodeBytes(bytes, readCharset(content_type)));
  } catch (error) {
    throw toBodyRefusal(error, true);
  }
}

function toBodyRefusal(error: unknown, is_form = false): unknown {
  if (error instanceof UnknownCharset)
    return new Refusal("unsupported_charset", "unsupported", {
      message: refusals.unsupported_charset.with({ charset: error.charset }),
    });
  if (!(error instanceof InvalidBytes)) return error;
  const { offset, encoding } = error;
  const message = is_form ? refusals.invalid_form : refusals.invalid_json_bytes;
  return new Refusal(is_form ? "invalid_form" : "invalid_json", "bad_request", {
    message: message.with({ offset, encoding: encoding.toUpperCase() }),
    extra: { byte_offset: offset },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal("invalid_json", "bad_request", {
      message: refusals.invalid_json.with({ reason: (error as Error).message }),
    });
  }
}

const [QUOTE, ESCAPE, COMMA, NEWLINE] = [0x22, 0x5c, 0x2c, 0x0a] as const;
const [OPEN, CLOSE] = [
  [0x5b, 0x7b],
  [0x5d, 0x7d],
] as const;

/** Measured before parsing: the parser and all later code recurse, and create an object for each value. */
function measureDocument({ bytes, is_lines }: RawBody): { depth: number; values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let inside_text = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number;
    if (is_lines && byte === NEWLINE) {
      // No string continues over a line break, and each line is a document of its own.
      values += 1;
      inside_text = false;
      depth = 0;
    } else if (inside_text) {
      if (byte === ESCAPE) index += 1;
      else if (byte === QUOTE) inside_text = false;
    } else if (byte === QUOTE) inside_text = true;
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN[0] || byte === OPEN[1]) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (deepest > DEPTH_MAX) break;
    } else if (byte === CLOSE[0] || byte === CLOSE[1]) depth -= 1;
  }
  return { depth: deepest, values };
}
