/**
 * A small picture of a parcel at a door, different for each order: replaces the photo of a driver in the demo.
 */
import { hash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

const WIDTH = 160;
const HEIGHT = 120;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** PNG, 160 x 120, truecolour. Source: PNG specification (third edition), sections 11.2 and 7.2. */
export function parcelPicture(seed: string): Buffer {
  const bytes = hash("sha256", seed, "buffer");
  const wall = [
    200 + ((bytes[0] as number) % 40),
    190 + ((bytes[1] as number) % 40),
    170 + ((bytes[2] as number) % 40),
  ];
  const door = [
    60 + ((bytes[3] as number) % 120),
    50 + ((bytes[4] as number) % 90),
    60 + ((bytes[5] as number) % 120),
  ];
  const left_x = 45 + ((bytes[6] as number) % 40);
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const at = y * (1 + WIDTH * 3) + 1 + x * 3;
      const shade = 1 - (x + y) / 900;
      const [r, g, b] = colourAt(x, y, left_x, wall, door);
      rows[at] = r * shade;
      rows[at + 1] = g * shade;
      rows[at + 2] = b * shade;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function colourAt(
  x: number,
  y: number,
  left_x: number,
  wall: number[],
  door: number[],
): [number, number, number] {
  const boxX = left_x + 8;
  if (y > 82 && y < 108 && x > boxX && x < boxX + 34) {
    const onTape = Math.abs(x - boxX - 17) < 3;
    return onTape ? [225, 200, 150] : [176, 128, 76];
  }
  if (y > 100) return [120, 118, 112];
  if (x > left_x && x < left_x + 52 && y > 20) {
    const onKnob = Math.hypot(x - left_x - 44, y - 66) < 3;
    return onKnob ? [230, 205, 90] : (door as [number, number, number]);
  }
  return wall as [number, number, number];
}
