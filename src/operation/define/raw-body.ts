/**
 * Parses a document from its raw bytes: limited depth, UTF-8, JSON, or text with one document per line.
 *
 * A separate file that imports refusals only, so that a worker thread can parse what is too large for the thread
 * that serves requests.
 */
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

/** The parseJson document, or the text of lines. Refuses `invalid_json` and `payload_too_large`. */
export function parseRawBody(sent: RawBody): unknown {
  const { bytes, is_lines } = sent;
  const { depth, values } = measureDocument(sent);
  if (depth > DEPTH_MAX) throw invalidJson(`It is nested deeper than ${DEPTH_MAX} levels.`);
  if (values > VALUES_MAX) {
    throw new Refusal("payload_too_large", "too_large", {
      message: `The document has more than ${VALUES_MAX} members and elements.`,
    });
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidJson("It is not UTF-8.");
  }
  return is_lines ? text : parseJson(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidJson((error as Error).message);
  }
}

function invalidJson(message: string): Refusal {
  return new Refusal("invalid_json", "bad_request", { message: `The body is not valid JSON: ${message}` });
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
