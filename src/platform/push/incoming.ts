/**
 * Limits the size of incoming MQTT packets. A packet announces its length before its content, and the parser would
 * buffer all of it, so an unauthenticated client could make the broker use memory.
 *
 * Source: MQTT 3.1.1, section 2.2, fixed header and remaining length.
 */
import type { Duplex } from "node:stream";

/** Largest remaining length of a packet that a client may send: a CONNECT with a token, a SUBSCRIBE with many filters. */
export const PACKET_BYTES_MAX = 64 * 1024;

/**
 * Returns a function that is given the bytes of a connection and returns whether every packet so far announces at
 * most `max` bytes.
 */
export function createPacketSizeCheck(max: number): (chunk: Uint8Array) => boolean {
  let in_header = false;
  let length = 0;
  let unit = 1;
  let remaining = 0;
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (remaining > 0) {
        const skipped = Math.min(remaining, chunk.length - at);
        remaining -= skipped;
        at += skipped;
        continue;
      }
      const byte = chunk[at] as number;
      at += 1;
      if (!in_header) {
        in_header = true;
        length = 0;
        unit = 1;
        continue;
      }
      length += (byte & 0x7f) * unit;
      unit *= 128;
      if (length > max) return false;
      if ((byte & 0x80) === 0) {
        in_header = false;
        remaining = length;
      } else if (unit > 128 ** 3) {
        return false;
      }
    }
    return true;
  };
}

/**
 * Prepares a connection for the broker, which reads its bytes with `read`: ends it when a packet is too large.
 *
 * The broker reads once per `readable` event and assumes that it gets everything. Since Node 26 `read` returns one
 * chunk at a time, so the rest would stay unread until more arrived: all chunks are returned as one.
 */
export function prepareReads(connection: Duplex, max = PACKET_BYTES_MAX): void {
  const read = connection.read.bind(connection);
  const fits = createPacketSizeCheck(max);
  connection.read = (size?: number | null) => {
    if (size !== undefined && size !== null) return read(size);
    const chunks: Buffer[] = [];
    for (let chunk = read(); chunk !== null; chunk = read()) {
      if (!fits(chunk)) {
        connection.destroy(new Error(`An MQTT packet of more than ${max} bytes.`));
        return null;
      }
      chunks.push(chunk);
    }
    return chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? null);
  };
}
