/** Decides which documents are too large to be validated in the main thread. */

/** Bytes of a body, or about as many characters of a document that was parsed already. */
export const LARGE_BYTES = 256 * 1024;

/** Stops as soon as the answer is known, so that a large document costs no more than one of `LARGE`. */
export function isLarge(document: unknown): boolean {
  let remaining_bytes = LARGE_BYTES;
  const waiting: unknown[] = [document];
  while (waiting.length > 0 && remaining_bytes > 0) {
    const one = waiting.pop();
    if (typeof one === "string") remaining_bytes -= one.length + 2;
    else if (Array.isArray(one)) {
      remaining_bytes -= one.length + 2;
      if (remaining_bytes > 0) for (const item of one) waiting.push(item);
    } else if (typeof one === "object" && one !== null) {
      for (const key in one) {
        remaining_bytes -= key.length + 4;
        waiting.push((one as Record<string, unknown>)[key]);
        if (remaining_bytes <= 0) break;
      }
    } else remaining_bytes -= 4;
  }
  return remaining_bytes <= 0;
}
