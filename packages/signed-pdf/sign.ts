/** Signs documents and verifies them with Ed25519 (RFC 8032), without the service. For Node. */
import { createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto";
import { formatStatement, parseStatement, type Statement } from "./statement.ts";

/** The header of a public key of Ed25519 (RFC 8410), before its 32 bytes. */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const TAIL_BYTES = 4096;
const MARK = "\n%packhorse-signature\n";

export function importPublicKey(raw: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI, raw]), format: "der", type: "spki" });
}

/** The 32 bytes of a public key. */
export const exportPublicKey = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: "der", type: "spki" }).subarray(SPKI.length);

export const hashPublicKey = (raw: Uint8Array): Buffer => hash("sha256", raw, "buffer");
/** Sixteen digits of the hash of a public key. */
export const buildKeyId = (raw: Uint8Array): string => hashPublicKey(raw).toString("hex").slice(0, 16);

export interface SignedPdf {
  bytes: Buffer;
  statement: string;
  signature: Buffer;
}

/** Adds the signed statement as an update of the file (ISO 32000, 7.5.6): nothing before it changes. */
export function signPdf(
  drawn: Uint8Array,
  facts: Omit<Statement, "bytes" | "sha256">,
  private_key: KeyObject,
): SignedPdf {
  const statement = formatStatement({
    ...facts,
    bytes: drawn.length,
    sha256: hash("sha256", drawn, "hex"),
  });
  const signature = sign(null, Buffer.from(statement), private_key);
  return { bytes: Buffer.concat([drawn, buildUpdate(drawn, statement, signature)]), statement, signature };
}

/** What follows the document: one object, which the trailer names and no reader shows. */
function buildUpdate(drawn: Uint8Array, statement: string, signature: Uint8Array): Buffer {
  const { size, entries, startxref } = readTrailer(drawn);
  const object = [
    `${size} 0 obj\n<<\n/Type /PackhorseSignature\n/Statement (${statement})\n`,
    `/Signature <${Buffer.from(signature).toString("hex")}>\n>>\nendobj\n`,
  ].join("");
  const offset = drawn.length + MARK.length;
  const xref_offset = offset + object.length;
  const update = [
    MARK,
    object,
    `xref\n${size} 1\n${String(offset).padStart(10, "0")} 00000 n \n`,
    `trailer\n<<\n/Size ${size + 1}\n${entries}/Prev ${startxref}\n/PackhorseSignature ${size} 0 R\n>>\n`,
    `startxref\n${xref_offset}\n%%EOF\n`,
  ].join("");
  return Buffer.from(update, "latin1");
}

/** Of a file with a cross-reference table, such as every document is drawn. */
function readTrailer(drawn: Uint8Array): { size: number; entries: string; startxref: number } {
  const tail = Buffer.from(drawn.subarray(-TAIL_BYTES)).toString("latin1");
  const trailer = /trailer\s*<<([\s\S]*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail);
  const size = /\/Size (\d+)/.exec(trailer?.[1] ?? "")?.[1];
  if (trailer?.[1] === undefined || size === undefined)
    throw new Error("The file has no trailer that can be updated.");
  const entries = ["Root", "Info", "ID"]
    .map((key) => new RegExp(`/${key} (\\d+ 0 R|\\[[^\\]]*\\])`).exec(trailer[1] ?? "")?.[0])
    .filter((entry) => entry !== undefined);
  return {
    size: Number(size),
    entries: entries.map((entry) => `${entry}\n`).join(""),
    startxref: Number(trailer[2]),
  };
}

export interface ReadSignature {
  statement: Statement;
  statement_text: string;
  signature: Buffer;
  /** Each byte of the file is covered: the drawn document, and the update as it is written from it. */
  is_intact: boolean;
}

/** The signature that a file ends with; null when there is none. Says nothing of who made it. */
export function readSignature(file: Uint8Array): ReadSignature | null {
  const tail_begin = Math.max(0, file.length - TAIL_BYTES);
  const tail = Buffer.from(file.buffer, file.byteOffset + tail_begin, file.length - tail_begin).toString(
    "latin1",
  );
  const mark = tail.lastIndexOf(MARK);
  const members = /\/Statement \(([^()\\]*)\)\n\/Signature <([0-9a-f]{128})>/.exec(
    mark < 0 ? "" : tail.slice(mark),
  );
  const statement = parseStatement(members?.[1] ?? "");
  if (members?.[1] === undefined || members[2] === undefined || statement === null) return null;
  const signature = Buffer.from(members[2], "hex");
  return {
    statement,
    statement_text: members[1],
    signature,
    is_intact: isIntact(file, statement, members[1], signature, tail_begin + mark),
  };
}

function isIntact(
  file: Uint8Array,
  { bytes, sha256 }: Statement,
  statement_text: string,
  signature: Buffer,
  mark: number,
): boolean {
  if (bytes !== mark) return false;
  const drawn = file.subarray(0, bytes);
  if (hash("sha256", drawn, "hex") !== sha256) return false;
  try {
    return Buffer.compare(buildUpdate(drawn, statement_text, signature), file.subarray(bytes)) === 0;
  } catch {
    return false;
  }
}

export type SignatureVerdict =
  /** Issued by the owner of the key, and not a byte was changed. */
  | { kind: "authentic"; statement: Statement; statement_text: string }
  /** It has a signature, and is not what was signed. */
  | { kind: "altered"; code: string }
  /** Signed with a key that is not among these. */
  | { kind: "unknown_key"; code: string; key_id: string }
  | { kind: "unsigned" };

export function verifySignedPdf(file: Uint8Array, keys: ReadonlyMap<string, KeyObject>): SignatureVerdict {
  const read = readSignature(file);
  if (read === null) return { kind: "unsigned" };
  const { statement, statement_text, signature, is_intact } = read;
  const { code, key_id } = statement;
  const key = keys.get(key_id);
  if (key === undefined) return { kind: "unknown_key", code, key_id };
  const is_signed = is_intact && verify(null, Buffer.from(statement_text), key, signature);
  return is_signed ? { kind: "authentic", statement, statement_text } : { kind: "altered", code };
}

/** What a key signs about the key after it: who trusts one trusts the next. */
export const formatEndorsement = (public_key: Uint8Array): string =>
  `packhorse-key 1\nkey ${buildKeyId(public_key)}\npublic ${Buffer.from(public_key).toString("hex")}\n`;
