/**
 * The runtime-specific functions, for Node; `runtime.browser.ts` is chosen by the condition in `package.json`.
 */
import { hash } from "node:crypto";

/** SHA-256 of text as UTF-8, in hexadecimal. */
export function sha256(text: string): string {
  return hash("sha256", text, "hex");
}

/** Of text as UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
