/** The type of a file by its first bytes, and the text of its public link. Pure. */

export const FILE_TYPES = ["image/jpeg", "image/png", "image/webp", "application/pdf"] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** Largest file, bytes. */
export const FILE_BYTES_MAX = 8 * 1024 * 1024;

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte);
const textAt = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** The type by the bytes themselves; undefined for any other. */
export function detectType(bytes: Uint8Array): FileType | undefined {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return "image/jpeg";
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 4) === "WEBP") return "image/webp";
  return textAt(bytes, 0, 5) === "%PDF-" ? "application/pdf" : undefined;
}

// One class and no groups: a repeated group of a regular expression overflows the stack on megabytes.
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Bytes of standard base64, padded or not; undefined for any other text. */
export function parseBase64(text: string): Buffer | undefined {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const left = (text.length - padding) % 4;
  const is_whole = padding === 0 ? left !== 1 : left + padding === 4;
  return is_whole && BASE64.test(text) ? Buffer.from(text, "base64") : undefined;
}

/** The text that the signature of a public link covers. */
export function buildLinkText(business_id: number, file_id: number, until: number): string {
  return `${business_id}/${file_id}/${until}`;
}
