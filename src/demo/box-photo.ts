/** A picture of a cardboard box in three-quarter view, for the photos of the demo: drawn, so that no file is shipped. */
import { crc32, deflateSync } from "node:zlib";

const WIDTH = 320;
const HEIGHT = 240;
/** Bytes of a row: its filter, and three for each point. */
const ROW = 1 + WIDTH * 3;
type Point = readonly [number, number];
type Colour = readonly [number, number, number];

/** The colour of the lid; the sides are darker, the front between. */
export function drawBoxPhoto([red, green, blue]: Colour): Buffer {
  const shade = (by: number): Colour => [red * by, green * by, blue * by];
  const faces: readonly (readonly [readonly Point[], Colour])[] = [
    [
      [
        [60, 205],
        [270, 205],
        [300, 190],
        [90, 190],
      ],
      [196, 190, 182],
    ],
    [
      [
        [50, 92],
        [160, 128],
        [160, 216],
        [50, 170],
      ],
      shade(0.82),
    ],
    [
      [
        [160, 128],
        [262, 88],
        [262, 164],
        [160, 216],
      ],
      shade(0.66),
    ],
    [
      [
        [50, 92],
        [150, 58],
        [262, 88],
        [160, 128],
      ],
      shade(1),
    ],
    // Tape over the lid and down the front, and a label.
    [
      [
        [98, 75],
        [112, 71],
        [222, 104],
        [208, 109],
      ],
      [222, 212, 186],
    ],
    [
      [
        [84, 118],
        [128, 132],
        [128, 166],
        [84, 150],
      ],
      [246, 246, 242],
    ],
    [
      [
        [90, 126],
        [122, 136],
        [122, 140],
        [90, 130],
      ],
      [70, 70, 70],
    ],
    [
      [
        [90, 134],
        [112, 141],
        [112, 144],
        [90, 137],
      ],
      [120, 120, 120],
    ],
  ];
  const rows = Buffer.alloc(HEIGHT * ROW);
  for (let y = 0; y < HEIGHT; y += 1) {
    const wall = y < 150 ? 232 - y / 12 : 208 - (y - 150) / 8;
    fill(rows, y, 0, WIDTH, [wall, wall - 3, wall - 8]);
    for (const [corners, colour] of faces) {
      const [from, to] = findCrossings(corners, y);
      if (from !== undefined && to !== undefined) fill(rows, y, from, to, colour);
    }
  }
  return encode(rows);
}

/** With a grain, as on cardboard; by the place alone, so that the picture is always the same. */
function fill(rows: Buffer, y: number, from: number, to: number, [red, green, blue]: Colour): void {
  for (let x = Math.round(from); x < to; x += 1) {
    const grain = ((x * 37 + y * 91) % 13) - 6;
    const at = y * ROW + 1 + x * 3;
    rows[at] = Math.min(255, red + grain);
    rows[at + 1] = Math.min(255, green + grain);
    rows[at + 2] = Math.min(255, blue + grain);
  }
}

/** Where a row enters and leaves a convex face. */
function findCrossings(corners: readonly Point[], y: number): number[] {
  const positions: number[] = [];
  for (const [index, [x1, y1]] of corners.entries()) {
    const [x2, y2] = corners.at(index - 1) ?? [0, 0];
    if (y1 > y !== y2 > y) positions.push(((x2 - x1) * (y - y1)) / (y2 - y1) + x1);
  }
  return positions.sort((one, other) => one - other);
}

/** Eight bits a colour. Source: PNG (W3C Recommendation), chunks IHDR, IDAT and IEND. */
function encode(rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [
    ["IHDR", header],
    ["IDAT", deflateSync(rows)],
    ["IEND", Buffer.alloc(0)],
  ] as const;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...chunks.map(([type, content]) => {
      const tagged_content = Buffer.concat([Buffer.from(type, "latin1"), content]);
      const framed = Buffer.alloc(8 + tagged_content.length);
      framed.writeUInt32BE(content.length, 0);
      framed.set(tagged_content, 4);
      framed.writeUInt32BE(crc32(tagged_content), 4 + tagged_content.length);
      return framed;
    }),
  ]);
}
