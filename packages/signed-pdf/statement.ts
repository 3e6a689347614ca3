/**
 * What an issuer signs about a document: a few lines of text, which are in the file. It covers each byte before it, and the file is
 * rebuilt from both to verify it, so that not a byte can be added either.
 */
import { parseCode } from "./code.ts";

export interface Statement {
  code: string;
  /** ISO 8601. */
  issued_at: string;
  key_id: string;
  /** Of the document as it was drawn: its length, SHA-256 of these bytes, and hash of what is seen, in hexadecimal. */
  bytes: number;
  sha256: string;
  content_hash: string;
}

const FIRST_LINE = "packhorse-document 1";
const PATTERN =
  /^packhorse-document 1\ncode (\S{20})\nissued (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\nkey ([0-9a-f]{16})\nbytes (\d{1,10})\nsha256 ([0-9a-f]{64})\ncontent ([0-9a-f]{64}|-)\n$/;

export function formatStatement({ code, issued_at, key_id, bytes, sha256, content_hash }: Statement): string {
  return `${FIRST_LINE}\ncode ${code}\nissued ${issued_at}\nkey ${key_id}\nbytes ${bytes}\nsha256 ${sha256}\ncontent ${content_hash}\n`;
}

export function parseStatement(text: string): Statement | null {
  const [, code = "", issued_at = "", key_id = "", bytes = "", sha256 = "", content_hash = ""] =
    PATTERN.exec(text) ?? [];
  if (parseCode(code) !== code || code === "") return null;
  return { code, issued_at, key_id, bytes: Number(bytes), sha256, content_hash };
}

/** An entry of the log about a file that another system made, and the issuer passed on. */
export const formatFileEntry = ({ issued_at, sha256 }: { issued_at: string; sha256: string }): string =>
  `packhorse-file 1\nissued ${issued_at}\nsha256 ${sha256}\n`;

/** An entry of the log about a document that its issuer withdraws. */
export const formatRevocation = ({ code, revoked_at }: { code: string; revoked_at: string }): string =>
  `packhorse-revocation 1\ncode ${code}\nrevoked ${revoked_at}\n`;
