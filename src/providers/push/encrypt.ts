/**
 * Encryption of a push message for one subscription: `aes128gcm` in a single record.
 *
 * Source: RFC 8291 (keys), RFC 8188 (encoding), RFC 5869 (HKDF). The test vector of RFC 8291, appendix A, is in the test.
 */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

const CURVE = "prime256v1";
const SALT_BYTES = 16;
const RECORD_BYTES = 4096;
/** Uncompressed point of P-256. */
export const PUBLIC_KEY_BYTES = 65;
export const AUTH_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES;
const TAG_BYTES = 16;
/** One byte ends the text of the record. Push services take bodies of 4,096 bytes. */
export const PAYLOAD_BYTES_MAX = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1;

const derive = (ikm: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync("sha256", ikm, salt, info, length));

interface EphemeralValues {
  salt: Buffer;
  private_key: Buffer;
}

/** `values` is for tests: each message has its own key and salt. */
export function encryptPayload(
  payload: Buffer,
  subscription: { p256dh: Buffer; auth: Buffer },
  values?: EphemeralValues,
): Buffer {
  const ecdh = createECDH(CURVE);
  if (values === undefined) ecdh.generateKeys();
  else ecdh.setPrivateKey(values.private_key);
  const public_key = ecdh.getPublicKey();
  const salt = values?.salt ?? randomBytes(SALT_BYTES);
  const shared = ecdh.computeSecret(subscription.p256dh);
  const key_info = Buffer.concat([Buffer.from("WebPush: info\0"), subscription.p256dh, public_key]);
  const ikm = derive(shared, subscription.auth, key_info, 32);
  const key = derive(ikm, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(ikm, salt, "Content-Encoding: nonce\0", 12);
  const header = Buffer.alloc(HEADER_BYTES);
  salt.copy(header);
  header.writeUInt32BE(RECORD_BYTES, SALT_BYTES);
  header.writeUInt8(PUBLIC_KEY_BYTES, SALT_BYTES + 4);
  public_key.copy(header, SALT_BYTES + 5);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // 2 ends the last record.
  const record = [cipher.update(payload), cipher.update(Buffer.from([2])), cipher.final()];
  return Buffer.concat([header, ...record, cipher.getAuthTag()]);
}
