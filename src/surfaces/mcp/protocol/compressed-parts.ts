/**
 * Compresses a response around cached bytes without compressing these again: its three parts become blocks of one gzip
 * member, the middle one kept. Source: RFC 1951 (blocks), RFC 1952 (member, CRC-32 and length at its end).
 */
import { constants, crc32, deflateRawSync } from "node:zlib";
import type { Parts } from "./json-rpc.ts";

/** Smaller ones are sent as they are. */
const BYTES_MIN = 1500;
/** Magic number, method deflate, no flags, no time, no hint, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** By the bytes, which are one object from response to response. */
const kept_blocks = new WeakMap<Buffer, Buffer>();

export function acceptsGzip(accepted: string | string[] | undefined, { bytes }: Parts): boolean {
  return bytes.length >= BYTES_MIN && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted ?? ""));
}

export function compressParts({ head, bytes, tail }: Parts): Buffer[] {
  let blocks = kept_blocks.get(bytes);
  if (blocks === undefined) {
    blocks = compressOpen(bytes);
    kept_blocks.set(bytes, blocks);
  }
  const [first, last] = [Buffer.from(head), Buffer.from(tail)];
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(last, crc32(bytes, crc32(first))), 0);
  end.writeUInt32LE(first.length + bytes.length + last.length, 4);
  return [HEADER, compressOpen(first), blocks, deflateRawSync(last), end];
}

/** Whole bytes of blocks of which none is the last. */
function compressOpen(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
}
