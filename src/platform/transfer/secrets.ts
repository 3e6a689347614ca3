/**
 * Secrets of a business on their way: opened with the key of the installation that they leave, and sealed with the
 * key of the file, which is derived from its passphrase.
 *
 * They are found by their format: a text that opens with the key of the installation was sealed with it, because
 * AES-GCM authenticates, whatever column or JSON member it stands in.
 */
import { createHmac, randomBytes, scryptSync } from "node:crypto";
import { decryptText, deriveKey, encryptText } from "#platform/auth/secrets.ts";
import type { Column } from "./catalog.ts";
import { TransferError } from "./error.ts";

const PASSPHRASE_MIN = 12;
const PREFIX = "packhorse-sealed:";
/** At least nonce and tag, 28 bytes. */
const SEALED = /"([A-Za-z0-9_-]{38,})"/g;
const MOVED = new RegExp(`"${PREFIX}([A-Za-z0-9_-]{38,})"`, "g");
/** Hashes of events, which are many, are no sealed texts. */
const HEX = /^[0-9a-f]+$/;

/** A column that holds sealed texts alone; others may hold some. */
export const isSealedColumn = ({ name, type }: Column): boolean =>
  type === "text" && /(^|_)sealed(_|$)|(^|_)secret$/.test(name);

export const generatePassphrase = (): string => randomBytes(18).toString("base64url");

export function deriveTransferKey(passphrase: string, salt: Buffer): Buffer {
  if (passphrase.length < PASSPHRASE_MIN)
    throw new TransferError(`The passphrase must have at least ${PASSPHRASE_MIN} characters.`);
  return scryptSync(passphrase, salt, 32);
}

/** Authenticates the first line of a file, which has the checksums of all others. */
export const authenticate = (transfer_key: Buffer, text: string): string =>
  createHmac("sha256", deriveKey(transfer_key, "manifest")).update(text).digest("base64url");

/** A row with its secrets sealed for the file, and how many there were. */
export function sealForTransfer(
  line: string,
  secret_key: Buffer,
  transfer_key: Buffer,
): { line: string; secrets: number } {
  let secrets = 0;
  const moved = line.replace(SEALED, (match, sealed: string) => {
    const text = HEX.test(sealed) ? null : tryDecrypt(secret_key, sealed);
    if (text === null) return match;
    secrets += 1;
    return `"${PREFIX}${encryptText(transfer_key, text)}"`;
  });
  return { line: moved, secrets };
}

/** A row of a file with its secrets sealed for this installation. */
export const sealForInstallation = (line: string, transfer_key: Buffer, secret_key: Buffer): string =>
  line.replace(MOVED, (match, sealed: string) => {
    const text = tryDecrypt(transfer_key, sealed);
    return text === null ? match : `"${encryptText(secret_key, text)}"`;
  });

/** Whether the value of a sealed column is a secret that the key of the file opens. */
export const isMovedSecret = (value: unknown, transfer_key: Buffer): boolean =>
  value === null ||
  (typeof value === "string" &&
    value.startsWith(PREFIX) &&
    tryDecrypt(transfer_key, value.slice(PREFIX.length)) !== null);

function tryDecrypt(key: Buffer, sealed: string): string | null {
  try {
    return decryptText(key, sealed);
  } catch {
    return null;
  }
}
