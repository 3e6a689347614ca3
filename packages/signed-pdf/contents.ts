/**
 * What a reader of a PDF sees, without how the file is written: a hash over its pages with their texts, pictures and fonts. A
 * program that saves a file again numbers, packs and orders objects anew, and changes nothing of this.
 */
import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import { CODE_PATTERN, parseCode } from "./code.ts";
import {
  type Dictionary,
  isFlate,
  latin1,
  Name,
  PdfError,
  PdfObjects,
  type PdfValue,
  Reference,
  Stream,
} from "./pdf-objects.ts";

const PAGES_MAX = 5000;
const DEPTH_MAX = 60;
/** They say nothing about what is seen, or differ by how a stream is packed. */
const LEFT_OUT = new Set([
  "Parent",
  "Length",
  "Type",
  "ProcSet",
  "Metadata",
  "PieceInfo",
  "LastModified",
  "StructParents",
  "StructParent",
]);
/** Pages inherit them from the nodes above. */
const INHERITED = ["MediaBox", "CropBox", "Resources", "Rotate"] as const;

export interface PdfContents {
  pages: number;
  /** SHA-256 in hexadecimal. */
  content_hash: string;
  /** The code that a document bears in its keywords. */
  code: string | null;
}

/** Null for a file that cannot be read, or has a password: nothing is known of its contents then. */
export function readPdfContents(bytes: Uint8Array): PdfContents | null {
  try {
    const pdf = new PdfObjects(bytes);
    if (pdf.trailer.has("Encrypt")) return null;
    const pages = listPages(pdf);
    const canonical = new Canonical(pdf);
    const text = pages.map((page) => canonical.writePage(page)).join("\n");
    return { pages: pages.length, content_hash: hashText(text), code: findCode(pdf, bytes) };
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

const hashText = (text: string): string => bytesToHex(sha256(new TextEncoder().encode(text)));

/** The code that a document bears: in its keywords, or anywhere in the file as text. */
function findCode(pdf: PdfObjects, bytes: Uint8Array): string | null {
  const keywords = pdf.resolve(pdf.dictionary(pdf.trailer.get("Info")).get("Keywords"));
  const in_keywords =
    keywords instanceof Uint8Array ? CODE_PATTERN.exec(decodeText(keywords))?.[0] : undefined;
  return (in_keywords === undefined ? null : parseCode(in_keywords)) ?? findCodeText(bytes);
}

/** For files that cannot be read as PDF, too. */
export function findCodeText(bytes: Uint8Array): string | null {
  for (const [match] of latin1(bytes).matchAll(new RegExp(CODE_PATTERN, "g"))) {
    const code = parseCode(match);
    if (code !== null) return code;
  }
  return null;
}

/** UTF-16 with its mark, or single bytes. */
function decodeText(bytes: Uint8Array): string {
  return bytes[0] === 0xfe && bytes[1] === 0xff ? new TextDecoder("utf-16be").decode(bytes) : latin1(bytes);
}

function listPages(pdf: PdfObjects): Dictionary[] {
  const pages: Dictionary[] = [];
  const root = pdf.dictionary(pdf.trailer.get("Root")).get("Pages");
  const visit = (value: PdfValue | undefined, inherited: Dictionary, depth: number): void => {
    if (depth > DEPTH_MAX || pages.length > PAGES_MAX) throw new PdfError("The tree of pages is too large.");
    const node = pdf.dictionary(value);
    const attributes = new Map(inherited);
    for (const key of INHERITED) if (node.has(key)) attributes.set(key, node.get(key) ?? null);
    const kids = pdf.resolve(node.get("Kids"));
    if (Array.isArray(kids)) for (const kid of kids) visit(kid, attributes, depth + 1);
    else pages.push(new Map([...attributes, ...node]));
  };
  visit(root, new Map(), 0);
  if (pages.length === 0) throw new PdfError("The file has no pages.");
  return pages;
}

/** Writes values in one way: keys sorted, references replaced by what they lead to, streams unpacked and hashed. */
class Canonical {
  readonly #pdf: PdfObjects;
  /** By number: pages share fonts and pictures. */
  readonly #written = new Map<number, string>();
  readonly #open = new Set<number>();

  constructor(pdf: PdfObjects) {
    this.#pdf = pdf;
  }

  writePage(page: Dictionary): string {
    const pdf = this.#pdf;
    const contents = pdf.resolve(page.get("Contents"));
    const streams = Array.isArray(contents) ? contents.map((one) => pdf.resolve(one)) : [contents];
    const drawn = streams.flatMap((one) => (one instanceof Stream ? [latin1(pdf.decode(one)).trim()] : []));
    const annotations = pdf.resolve(page.get("Annots"));
    return [
      this.#write(page.get("MediaBox") ?? null),
      this.#write(page.get("CropBox") ?? page.get("MediaBox") ?? null),
      this.#write(page.get("Rotate") ?? 0),
      this.#write(page.get("UserUnit") ?? 1),
      this.#write(page.get("Resources") ?? null),
      Array.isArray(annotations) && annotations.length > 0 ? this.#write(annotations) : "",
      hashText(drawn.join("\n")),
    ].join(" ");
  }

  #write(value: PdfValue, depth = 0): string {
    if (depth > DEPTH_MAX) throw new PdfError("Values are nested too deeply.");
    if (value instanceof Reference) return this.#writeReference(value, depth);
    if (value === null || typeof value === "boolean") return String(value);
    if (typeof value === "number") return String(Math.round(value * 1e5) / 1e5);
    if (value instanceof Name) return `/${value.name}`;
    if (value instanceof Uint8Array) return `<${bytesToHex(value)}>`;
    if (value instanceof Stream) return this.#writeStream(value, depth);
    if (Array.isArray(value)) return `[${value.map((one) => this.#write(one, depth + 1)).join(" ")}]`;
    return this.#writeDictionary(value, depth);
  }

  #writeReference({ number }: Reference, depth: number): string {
    const before = this.#written.get(number);
    if (before !== undefined) return before;
    if (this.#open.has(number)) return "loop";
    this.#open.add(number);
    const text = this.#write(this.#pdf.resolve(new Reference(number)), depth + 1);
    this.#open.delete(number);
    // A hash, so that values that many others refer to stay short.
    const short = text.length > 64 ? hashText(text) : text;
    this.#written.set(number, short);
    return short;
  }

  #writeDictionary(dictionary: Dictionary, depth: number, left_out: ReadonlySet<string> = LEFT_OUT): string {
    const keys = [...dictionary.keys()].filter((key) => !left_out.has(key)).sort();
    const members = keys.flatMap((key) => {
      const value = dictionary.get(key) ?? null;
      // A dictionary without members is none.
      const text = this.#write(value, depth + 1);
      return text === "<<>>" || text === "null" ? [] : [`/${key} ${text}`];
    });
    return `<<${members.join(" ")}>>`;
  }

  #writeStream(stream: Stream, depth: number): string {
    const is_unpacked = isFlate(this.#pdf.resolve(stream.dictionary.get("Filter")));
    const left_out = is_unpacked ? new Set([...LEFT_OUT, "Filter", "DecodeParms"]) : LEFT_OUT;
    const dictionary = this.#writeDictionary(stream.dictionary, depth, left_out);
    return `${dictionary}${bytesToHex(sha256(this.#pdf.decode(stream)))}`;
  }
}
