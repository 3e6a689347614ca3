/**
 * The keys of the installation that documents and roots of the log are signed with. The newest signs; those before it remain
 * public, so that what they signed is verified for ever.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { ServiceSettings } from "#operation/define/context.ts";
import type { SystemQueries } from "#operation/define/system-queries.ts";
import { decryptText, encryptText } from "#platform/auth/secrets.ts";
import { buildIssuer } from "#signed-pdf/code.ts";
import { buildKeyId, exportPublicKey, formatEndorsement, hashPublicKey } from "#signed-pdf/sign.ts";
import type { KeyRow } from "../system-queries.ts";

export interface Signer {
  key_id: string;
  private_key: KeyObject;
  /** The first letters of each code of this installation. */
  issuer: string;
}

export interface KeyReader {
  system_queries: Pick<SystemQueries, "listDocumentKeys" | "addDocumentKey">;
  settings: Pick<ServiceSettings, "secret_key">;
  now: Date;
}

/** By secret key and sealed form. */
const opened = new WeakMap<Buffer, Map<string, KeyObject>>();

/** Null where it was sealed with a secret key that was lost. */
function openKey({ private_key_sealed }: KeyRow, secret_key: Buffer): KeyObject | null {
  const keys = opened.get(secret_key) ?? new Map<string, KeyObject>();
  opened.set(secret_key, keys);
  const before = keys.get(private_key_sealed);
  if (before !== undefined) return before;
  let text: string;
  try {
    text = decryptText(secret_key, private_key_sealed);
  } catch {
    return null;
  }
  const key = createPrivateKey(text);
  keys.set(private_key_sealed, key);
  return key;
}

/** The newest key; the first one is made when it is first needed, and another where the secret key was lost. */
export async function getSigner({ system_queries, settings, now }: KeyReader): Promise<Signer> {
  for (;;) {
    const keys = await system_queries.listDocumentKeys();
    const [newest] = keys;
    const private_key = newest === undefined ? null : openKey(newest, settings.secret_key);
    if (newest !== undefined && private_key !== null)
      return { key_id: newest.key_id, private_key, issuer: deriveIssuer(keys) };
    await addKey({ system_queries, settings, now }, keys);
  }
}

/** The issuer is named by the first key, whichever signs; by nothing while there is none. `keys`: the newest first. */
export function deriveIssuer(keys: readonly Pick<KeyRow, "public_key">[]): string {
  const first = keys.at(-1);
  return first === undefined ? "" : buildIssuer(hashPublicKey(first.public_key));
}

/** Adds the key after those, signed by the one before it. Of several processes one adds it. */
async function addKey({ system_queries, settings, now }: KeyReader, keys: readonly KeyRow[]): Promise<void> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const public_key = exportPublicKey(privateKey);
  const [newest] = keys;
  const endorser = newest === undefined ? null : openKey(newest, settings.secret_key);
  await system_queries.addDocumentKey({
    ordinal: (newest?.ordinal ?? 0) + 1,
    key_id: buildKeyId(public_key),
    public_key,
    private_key_sealed: encryptText(
      settings.secret_key,
      privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    ),
    endorsement: endorser === null ? null : sign(null, Buffer.from(formatEndorsement(public_key)), endorser),
    created_at: now,
  });
}

const KEY_LIFE_MS = 365 * 24 * 3600 * 1000;

/** Adds a key when the newest is a year old. */
export async function rotateKey(reader: KeyReader): Promise<void> {
  const keys = await reader.system_queries.listDocumentKeys();
  const [newest] = keys;
  if (newest !== undefined && Date.parse(newest.created_at) + KEY_LIFE_MS <= reader.now.getTime())
    await addKey(reader, keys);
}
