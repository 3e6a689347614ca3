import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { describeFileFault } from "#operation/response/platform-messages.ts";
import { PNG } from "#tests/support/samples.ts";
import { findContentFault } from "./content.ts";
import { type MediaType, XLSX } from "./media-types.ts";

/** A ZIP archive with one file, stored. */
function zip(name: string, content: string): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), Buffer.from(content), Buffer.from("PK\u0005\u0006")]);
}
const SHEET = zip(
  "[Content_Types].xml",
  `<Types><Override ContentType="${XLSX}.main+xml" PartName="/xl/workbook.xml"/></Types>`,
);
const SQUARE = [
  [0, 0],
  [0, 1],
  [1, 1],
  [0, 0],
];
const area = (geometry: unknown) =>
  JSON.stringify({ type: "FeatureCollection", features: [{ type: "Feature", properties: {}, geometry }] });

/** The claimed type, the bytes, and what is wrong: a detected type, or the beginning of the reason. */
const CASES: [string, MediaType, string | Buffer, string | null][] = [
  ["a PNG", "image/png", PNG, null],
  ["a JPEG", "image/jpeg", Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 16]), null],
  ["a WebP", "image/webp", "RIFF1234WEBPVP8 ", null],
  ["a PDF", "application/pdf", "%PDF-1.7\n%%EOF", null],
  ["a workbook", XLSX, SHEET, null],
  ["a PNG that is called a JPEG", "image/jpeg", PNG, "image/png"],
  ["a sound that is called a WebP", "image/webp", "RIFF1234WAVEfmt 1234", "audio/wav"],
  ["an archive that is called a workbook", XLSX, zip("notes.txt", "nothing"), "application/zip"],
  ["a page that is called a picture", "image/png", "<html><script>alert(1)</script>", "unknown"],
  ["a PDF that is called a table", "text/csv", "%PDF-1.7\n%%EOF", "application/pdf"],
  ["a table", "text/csv", 'ref,name\nA-1,Ana\nA-2,"Bo, the second"\n', null],
  ["a table with semicolons and a byte order mark", "text/csv", "\ufeffref;name\r\nA-1;Ana, Bo\r\n", null],
  ["a table of one column", "text/csv", "ref\nA-1\n", null],
  // Which rows are good is decided row by row, when they are imported.
  ["a record with a field too many", "text/csv", "ref,name\nA-1,Ana,1\n", null],
  ["a quote that does not end", "text/csv", 'ref,name\nA-1,"Ana\n', "is not valid CSV"],
  ["a page that is called a table", "text/csv", "<html>\n<script>", "is no table of values"],
  ["Latin-1", "text/csv", Buffer.from("name\nJo\u00e3o\n", "latin1"), null],
  ["a table in UTF-16", "text/csv", Buffer.from("\ufeffref;name\r\nA;Jo\u00e3o\r\n", "utf16le"), null],
  [
    "an area in Latin-1",
    "application/geo+json",
    Buffer.from('{"type":"\u00e3"}', "latin1"),
    "is no text in UTF-8",
  ],
  ["a table with a NUL", "text/csv", "ref\nA\u0000\n", "is no text"],
  ["blank lines", "text/csv", "\n\n", "has no rows"],
  ["an area", "application/geo+json", area({ type: "Polygon", coordinates: [SQUARE] }), null],
  ["a feature without a place", "application/geo+json", area(null), null],
  ["a point", "application/geo+json", '{"type":"Point","coordinates":[-47.9,-15.8,1000]}', null],
  [
    "a ring that is open",
    "application/geo+json",
    area({ type: "Polygon", coordinates: [SQUARE.slice(1)] }),
    "has no valid Feature at features/0",
  ],
  [
    "latitude and longitude in the wrong order",
    "application/geo+json",
    area({ type: "Point", coordinates: [10, 120] }),
    "has no valid Feature",
  ],
  ["JSON of another kind", "application/geo+json", '{"type":"Order"}', "is no GeoJSON object"],
  ["text that is no JSON", "application/geo+json", "ref,name\n", "is not valid JSON"],
  ["a label", "application/zpl", "~DGR:X.GRF,1,1,00\n^XA^FO50,50^FDHello^FS^XZ\n^XA^FDAgain^FS^XZ\n", null],
  ["a label that does not end", "application/zpl", "^XA^FDHello^FS", "has a label without its ^XZ"],
  ["a label inside a label", "application/zpl", "^XA^XA^XZ", "has a label without its ^XZ"],
  ["text around a label", "application/zpl", "Dear printer, ^XA^XZ", "has text outside"],
  ["commands without a label", "application/zpl", "~JA", "has no label"],
];

describe("the content of a file", () => {
  for (const [name, claimed, bytes, expected] of CASES) {
    test(`${name}: ${expected === null ? "is taken" : expected}`, async () => {
      const fault = await findContentFault(Buffer.from(bytes as string), claimed);
      const result =
        fault === null
          ? null
          : fault.kind === "other_type"
            ? (fault.detected ?? "unknown")
            : describeFileFault(fault.fault).en;
      if (expected === null || result === null) assert.equal(result, expected);
      else assert.ok(result.startsWith(expected), result);
    });
  }

  /** Small files that are huge when somebody opens them, and files that never end. */
  const nested = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const HOSTILE: [string, MediaType, Uint8Array | string, RegExp][] = [
    ["a PNG of 3,600 million pixels", "image/png", buildPng(60_000, 60_000), /60000 × 60000 pixels/],
    ["a JPEG of 4,294 million pixels", "image/jpeg", buildJpeg(65_535, 65_535), /65535 × 65535 pixels/],
    ["a WebP of 268 million pixels", "image/webp", buildWebp(16_384, 16_384), /16384 × 16384 pixels/],
    [
      "an extended WebP of 10,000 million pixels",
      "image/webp",
      buildWebp(100_000, 100_000, true),
      /100000 × 100000/,
    ],
    ["areas inside each other", "application/geo+json", `{"type":"Point","coordinates":${nested}}`, /depth/],
    ["a cell of 1 MB", "text/csv", `ref,name\nA,${"x".repeat(1_000_000)}\n`, /a cell with more than/],
    ["a row of 1,000,000 columns", "text/csv", `a${",a".repeat(1_000_000)}\n`, /more than 500 columns/],
    ["250,002 rows", "text/csv", `a\n${"1\n".repeat(250_002)}`, /too many rows/],
    ["a field that never ends", "text/csv", `a\n"${"1\n".repeat(100_000)}`, /never closed|more than/],
  ];

  for (const [name, claimed, bytes, expected] of HOSTILE)
    test(`${name} is refused`, async () => {
      const fault = await findContentFault(Buffer.from(bytes as string), claimed);
      assert.match(fault !== null && "fault" in fault ? describeFileFault(fault.fault).en : "", expected);
    });
});

function buildPng(width: number, height: number): Buffer {
  const png = Buffer.from(PNG);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

/** A comment, fill bytes, and a progressive frame. */
function buildJpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([
    0xff, 0xd8, 0xff, 0xfe, 0, 4, 1, 2, 0xff, 0xff, 0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0, 0,
  ]);
  frame.writeUInt16BE(height, 15);
  frame.writeUInt16BE(width, 17);
  return frame;
}

function buildWebp(width: number, height: number, is_extended = false): Buffer {
  const webp = Buffer.alloc(40);
  webp.write(`RIFF1234WEBP${is_extended ? "VP8X" : "VP8L"}`, "latin1");
  if (is_extended) {
    webp.writeUIntLE(width - 1, 24, 3);
    webp.writeUIntLE(height - 1, 27, 3);
  } else webp.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  return webp;
}
