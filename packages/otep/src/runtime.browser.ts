/**
 * The runtime-specific functions, for browsers. The hash of browsers (`crypto.subtle`) is asynchronous and
 * merging is synchronous, so SHA-256 is implemented here. Source: FIPS 180-4, section 6.2.
 */

/** The first 32 bits of the fractions of a root of the first primes, which is how the constants are defined. */
function fractions(count: number, root: (prime: number) => number): number[] {
  const positions: number[] = [];
  for (let candidate = 2; positions.length < count; candidate++) {
    let is_prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) is_prime &&= candidate % divisor !== 0;
    if (is_prime) positions.push(((root(candidate) % 1) * 2 ** 32) | 0);
  }
  return positions;
}

const INITIAL = fractions(8, Math.sqrt);
const ROUNDS = Int32Array.from(fractions(64, Math.cbrt));
const BLOCK = 64;

/** SHA-256 of text as UTF-8, in hexadecimal. */
export function sha256(text: string): string {
  const bytes = padded(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  const state = Int32Array.from(INITIAL);
  const words = new Int32Array(64);
  for (let offset = 0; offset < bytes.length; offset += BLOCK) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(offset + at * 4);
    mix(state, words);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** A one bit, zeros, and the length in bits as 64 bits at the end of the last block. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return bytes;
}

function mix(state: Int32Array, words: Int32Array): void {
  for (let at = 16; at < 64; at++) {
    const near = words[at - 2]!;
    const far = words[at - 15]!;
    const near_mixed = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    const far_mixed = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    words[at] = near_mixed + words[at - 7]! + far_mixed + words[at - 16]!;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[at]! + words[at]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  const mixed: Eight = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) state[at]! += mixed[at]!;
}

type Eight = [number, number, number, number, number, number, number, number];

/** Rotate right. */
function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** Of text as UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
