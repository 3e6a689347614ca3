/** Black and white dots, and their form as PNG. */
import { crc32, deflateSync } from "node:zlib";

export class Bitmap {
  readonly width: number;
  readonly height: number;
  /** Rows of whole bytes, the first dot in the highest bit; 1 is black. */
  readonly bytes: Uint8Array;
  readonly row_bytes: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.row_bytes = Math.ceil(width / 8);
    this.bytes = new Uint8Array(this.row_bytes * height);
  }

  /** Dots outside are not drawn. */
  set(x: number, y: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = y * this.row_bytes + (x >> 3);
    this.bytes[at] = (this.bytes[at] ?? 0) | (0x80 >> (x & 7));
  }

  /** Makes a dot white again. */
  clear(x: number, y: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = y * this.row_bytes + (x >> 3);
    this.bytes[at] = (this.bytes[at] ?? 0) & ~(0x80 >> (x & 7));
  }
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** One bit per dot. Source: PNG (W3C Recommendation), chunks IHDR, pHYs, IDAT and IEND. */
export function encodePng(bitmap: Bitmap, dots_per_mm: number): Buffer {
  const { width, height, bytes, row_bytes } = bitmap;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit, greyscale, no filter method but the standard one, not interlaced.
  header[8] = 1;
  const size = Buffer.alloc(9);
  size.writeUInt32BE(Math.round(dots_per_mm * 1000), 0);
  size.writeUInt32BE(Math.round(dots_per_mm * 1000), 4);
  size[8] = 1;
  const rows = Buffer.alloc((row_bytes + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < row_bytes; x += 1)
      // In greyscale 1 is white.
      rows[y * (row_bytes + 1) + 1 + x] = ~(bytes[y * row_bytes + x] ?? 0);
  return Buffer.concat([
    SIGNATURE,
    buildChunk("IHDR", header),
    buildChunk("pHYs", size),
    buildChunk("IDAT", deflateSync(rows)),
    buildChunk("IEND", Buffer.alloc(0)),
  ]);
}

function buildChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
