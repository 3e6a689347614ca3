/**
 * Reads the objects of a PDF file, whoever wrote it: also those inside object streams. It follows no cross-reference table,
 * because programs that save a file again write one anew; of several objects with one number the last is read.
 *
 * Files come from strangers: what one may make us unpack is limited.
 */
import { Unzlib } from "fflate";

/** Larger than any document that is issued. */
const UNPACKED_MAX = 64 * 1024 * 1024;
const OBJECTS_MAX = 100_000;
const DEPTH_MAX = 60;
/** A byte unpacks to about a thousand. */
const STEP = 16 * 1024;

export class PdfError extends Error {}

export class Name {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
export class Reference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}
/** Its bytes as they are in the file. */
export class Stream {
  readonly dictionary: Dictionary;
  readonly raw: Uint8Array;
  constructor(dictionary: Dictionary, raw: Uint8Array) {
    this.dictionary = dictionary;
    this.raw = raw;
  }
}
export type Dictionary = Map<string, PdfValue>;
/** Strings are bytes. */
export type PdfValue =
  | null
  | boolean
  | number
  | Name
  | Reference
  | Uint8Array
  | Stream
  | PdfValue[]
  | Dictionary;

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITER = new Set([..."()<>[]{}/%"].map((letter) => letter.charCodeAt(0)));
const code = (letter: string) => letter.charCodeAt(0);
const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

class Tokens {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  skipSpace(): void {
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte === undefined) return;
      if (byte === code("%")) {
        while (this.at < this.bytes.length && this.bytes[this.at] !== 10 && this.bytes[this.at] !== 13)
          this.at += 1;
      } else if (SPACE.has(byte)) this.at += 1;
      else return;
    }
  }

  startsWith(text: string): boolean {
    for (let n = 0; n < text.length; n += 1) if (this.bytes[this.at + n] !== text.charCodeAt(n)) return false;
    return true;
  }

  readWord(): string {
    let word = "";
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte === undefined || SPACE.has(byte) || DELIMITER.has(byte) || word.length > 64) return word;
      word += String.fromCharCode(byte);
      this.at += 1;
    }
  }

  readValue(depth = 0): PdfValue {
    if (depth > DEPTH_MAX) throw new PdfError("Values are nested too deeply.");
    this.skipSpace();
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new PdfError("The file ends inside an object.");
    if (byte === code("/")) return this.#readName();
    if (byte === code("(")) return this.#readString();
    if (byte === code("[")) return this.#readArray(depth);
    if (this.startsWith("<<")) return this.#readDictionary(depth);
    if (byte === code("<")) return this.#readHexadecimal();
    const word = this.readWord();
    if (word === "true" || word === "false") return word === "true";
    if (word === "null") return null;
    const number = Number(word);
    if (word === "" || Number.isNaN(number)) throw new PdfError(`Unknown word at ${this.at}.`);
    return this.#readReference(number) ?? number;
  }

  /** `7 0 R` after its first number. */
  #readReference(number: number): Reference | undefined {
    const before = this.at;
    this.skipSpace();
    if (/^\d+$/.test(this.readWord())) {
      this.skipSpace();
      if (this.readWord() === "R") return new Reference(number);
    }
    this.at = before;
    return undefined;
  }

  #readName(): Name {
    this.at += 1;
    let name = "";
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte === undefined || SPACE.has(byte) || DELIMITER.has(byte)) return new Name(name);
      const escaped =
        byte === code("#") ? Number.parseInt(latin1(this.bytes.subarray(this.at + 1, this.at + 3)), 16) : NaN;
      name += String.fromCharCode(Number.isNaN(escaped) ? byte : escaped);
      this.at += Number.isNaN(escaped) ? 1 : 3;
    }
  }

  #readString(): Uint8Array {
    const text: number[] = [];
    this.at += 1;
    for (let open = 1; ; this.at += 1) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new PdfError("The file ends inside a string.");
      if (byte === code("\\")) {
        this.at += 1;
        const octal = /^[0-7]{1,3}/.exec(latin1(this.bytes.subarray(this.at, this.at + 3)))?.[0];
        const escaped = String.fromCharCode(this.bytes[this.at] ?? 0);
        if (octal !== undefined) {
          text.push(Number.parseInt(octal, 8) & 255);
          this.at += octal.length - 1;
        } else if (escaped === "\r" || escaped === "\n") {
          if (escaped === "\r" && this.bytes[this.at + 1] === 10) this.at += 1;
        } else text.push(ESCAPES[escaped] ?? escaped.charCodeAt(0));
        continue;
      }
      if (byte === code("(")) open += 1;
      if (byte === code(")")) open -= 1;
      if (open === 0) {
        this.at += 1;
        return Uint8Array.from(text);
      }
      text.push(byte);
    }
  }

  #readHexadecimal(): Uint8Array {
    const end = this.bytes.indexOf(code(">"), this.at);
    if (end < 0) throw new PdfError("The file ends inside a string.");
    const digits = latin1(this.bytes.subarray(this.at + 1, end)).replaceAll(/[^0-9a-f]/gi, "");
    this.at = end + 1;
    return Uint8Array.from(digits.match(/..?/g) ?? [], (pair) => Number.parseInt(pair.padEnd(2, "0"), 16));
  }

  #readArray(depth: number): PdfValue[] {
    this.at += 1;
    const values: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.at] === code("]")) {
        this.at += 1;
        return values;
      }
      values.push(this.readValue(depth + 1));
    }
  }

  #readDictionary(depth: number): Dictionary {
    this.at += 2;
    const dictionary: Dictionary = new Map();
    for (;;) {
      this.skipSpace();
      if (this.startsWith(">>")) {
        this.at += 2;
        return dictionary;
      }
      if (this.bytes[this.at] !== code("/")) throw new PdfError("A dictionary has a key that is no name.");
      const { name } = this.#readName();
      dictionary.set(name, this.readValue(depth + 1));
    }
  }
}

/** One letter for each byte. */
export function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

export class PdfObjects {
  readonly #objects = new Map<number, PdfValue>();
  readonly #trailer: Dictionary = new Map();
  #unpacked = 0;

  /** Throws `PdfError`. */
  constructor(bytes: Uint8Array) {
    const text = latin1(bytes);
    if (!text.slice(0, 1024).includes("%PDF-")) throw new PdfError("The file is no PDF.");
    const pattern = /(\d{1,9})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj\b|\btrailer\b/g;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const tokens = new Tokens(bytes, pattern.lastIndex);
      const value = tokens.readValue();
      if (match[1] === undefined) this.#addTrailer(value);
      else {
        const object = value instanceof Map ? readStream(tokens, value, text) : value;
        this.#add(Number(match[1]), object);
        if (object instanceof Stream) this.#addStream(object);
      }
      pattern.lastIndex = Math.max(tokens.at, pattern.lastIndex);
    }
  }

  #add(number: number, value: PdfValue): void {
    if (this.#objects.size >= OBJECTS_MAX) throw new PdfError("The file has too many objects.");
    this.#objects.set(number, value);
  }

  #addTrailer(value: PdfValue): void {
    if (value instanceof Map) for (const [key, one] of value) this.#trailer.set(key, one);
  }

  /** An object stream has objects, a cross-reference stream is a trailer. */
  #addStream(stream: Stream): void {
    const type = stream.dictionary.get("Type");
    if (!(type instanceof Name)) return;
    if (type.name === "XRef") this.#addTrailer(stream.dictionary);
    if (type.name !== "ObjStm") return;
    const inner_bytes = this.decode(stream);
    const [count, first] = [stream.dictionary.get("N"), stream.dictionary.get("First")];
    if (typeof count !== "number" || typeof first !== "number")
      throw new PdfError("An object stream is damaged.");
    const head = new Tokens(inner_bytes);
    for (let n = 0; n < count; n += 1) {
      const [number, offset] = [head.readValue(), head.readValue()];
      if (typeof number !== "number" || typeof offset !== "number")
        throw new PdfError("An object stream is damaged.");
      this.#add(number, new Tokens(inner_bytes, first + offset).readValue());
    }
  }

  get trailer(): Dictionary {
    return this.#trailer;
  }

  /** What a reference leads to; any other value is itself. */
  resolve(value: PdfValue | undefined): PdfValue {
    let target = value ?? null;
    for (let n = 0; target instanceof Reference && n < DEPTH_MAX; n += 1)
      target = this.#objects.get(target.number) ?? null;
    return target instanceof Reference ? null : target;
  }

  dictionary(value: PdfValue | undefined): Dictionary {
    const target = this.resolve(value);
    return target instanceof Map ? target : target instanceof Stream ? target.dictionary : new Map();
  }

  /** The bytes of a stream; of other filters than Flate as they are in the file. */
  decode({ dictionary, raw }: Stream): Uint8Array {
    if (!isFlate(this.resolve(dictionary.get("Filter")))) return raw;
    if (this.resolve(dictionary.get("DecodeParms")) !== null) throw new PdfError("Predictors are not read.");
    const chunks: Uint8Array[] = [];
    let length = 0;
    const unpacking = new Unzlib((chunk) => {
      length += chunk.length;
      this.#unpacked += chunk.length;
      if (this.#unpacked > UNPACKED_MAX) throw new PdfError("The file unpacks to too much.");
      chunks.push(chunk);
    });
    try {
      for (let at = 0; at < raw.length; at += STEP)
        unpacking.push(raw.subarray(at, at + STEP), at + STEP >= raw.length);
    } catch (error) {
      throw error instanceof PdfError ? error : new PdfError("A stream is damaged.");
    }
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

export const isFlate = (filter: PdfValue): boolean => {
  const only = Array.isArray(filter) && filter.length === 1 ? filter[0] : filter;
  return only instanceof Name && (only.name === "FlateDecode" || only.name === "Fl");
};

/** A dictionary, or the stream that it belongs to. */
function readStream(tokens: Tokens, dictionary: Dictionary, text: string): Dictionary | Stream {
  tokens.skipSpace();
  if (!tokens.startsWith("stream")) return dictionary;
  let begin = tokens.at + "stream".length;
  if (text[begin] === "\r") begin += 1;
  if (text[begin] === "\n") begin += 1;
  const length = dictionary.get("Length");
  const named_end = typeof length === "number" ? begin + length : -1;
  const is_right = named_end >= begin && /^\s{0,2}endstream/.test(text.slice(named_end, named_end + 12));
  const end = is_right ? named_end : text.indexOf("endstream", begin);
  if (end < 0) throw new PdfError("The file ends inside a stream.");
  tokens.at = end;
  return new Stream(dictionary, tokens.bytes.subarray(begin, end));
}
