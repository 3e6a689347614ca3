import assert from "node:assert/strict";
import { describe, test } from "node:test";
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
  ["a record with a field too many", "text/csv", "ref,name\nA-1,Ana,1\n", "is not valid CSV"],
  ["a quote that does not end", "text/csv", 'ref,name\nA-1,"Ana\n', "is not valid CSV"],
  ["a column without a name", "text/csv", "ref,,name\n1,2,3\n", "has a column without a name"],
  ["a page that is called a table", "text/csv", "<html>\n<script>", "is no table of values"],
  ["Latin-1", "text/csv", Buffer.from("name\nJo\u00e3o\n", "latin1"), "is not UTF-8 text"],
  ["a table with a NUL", "text/csv", "ref\nA\u0000\n", "contains control characters"],
  ["blank lines", "text/csv", "\n\n", "is empty"],
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
      const said =
        fault === null ? null : fault.kind === "malformed" ? fault.reason : (fault.detected ?? "unknown");
      if (expected === null || said === null) assert.equal(said, expected);
      else assert.ok(said.startsWith(expected), said);
    });
  }

  test("is checked in a thread when it is a large text, with the same result", async () => {
    const row = "A-1,Ana\n";
    const many = `ref,name\n${row.repeat(100_000)}`;
    assert.equal(await findContentFault(Buffer.from(many), "text/csv"), null);
    const fault = await findContentFault(Buffer.from(`${many}A-1\n`), "text/csv");
    assert.match(fault?.kind === "malformed" ? fault.reason : "", /is not valid CSV.*100002/);
  });
});
