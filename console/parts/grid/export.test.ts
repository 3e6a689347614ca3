import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { escapeFormula, toCsv } from "../../../packages/spreadsheet/csv.ts";
import { toColumnName, toXlsx } from "../../../packages/spreadsheet/xlsx.ts";
import type { Column } from "./columns.ts";
import { toFileName, toSheet } from "./export.ts";

interface Row {
  name: string;
  units: number | null;
}
const COLUMNS: Column<Row>[] = [
  { key: "name", head: "Name", cell: () => null, value: ({ name }) => name },
  { key: "act", head: "", cell: () => null },
  { key: "units", head: "Units", cell: () => null, value: ({ units }) => units },
];

describe("an export", () => {
  for (const [text, expected] of [
    ["=1+1", "'=1+1"],
    ["+44 20 7946 0958", "'+44 20 7946 0958"],
    ["-2", "'-2"],
    ["@cmd", "'@cmd"],
    ["\t=1", "'\t=1"],
    [" =HYPERLINK(1)", "' =HYPERLINK(1)"],
    ["Ana = Bea", "Ana = Bea"],
    ["", ""],
  ]) {
    test(`of ${JSON.stringify(text)} is text in a spreadsheet`, () =>
      assert.equal(escapeFormula(text ?? ""), expected));
  }

  test("as CSV quotes what needs it and keeps numbers", () => {
    const sheet = toSheet(COLUMNS, [
      { name: 'Ana "A", Lda', units: -3 },
      { name: "two\nlines", units: null },
      { name: "=SUM(A1)", units: 4.5 },
    ]);
    assert.equal(
      toCsv(sheet),
      '\uFEFFName,Units\r\n"Ana ""A"", Lda",-3\r\n"two\nlines",\r\n\'=SUM(A1),4.5\r\n',
    );
  });

  test("has the name of the list and the day", () =>
    assert.equal(toFileName("Orders of today", "2026-11-22", "xlsx"), "orders-of-today-2026-11-22.xlsx"));

  test("as a workbook holds the same values, and no formula", async () => {
    assert.deepEqual([0, 25, 26, 701, 702].map(toColumnName), ["A", "Z", "AA", "ZZ", "AAA"]);
    const sheet = toSheet(COLUMNS, [
      { name: "=1+1 <&>\u0000", units: 7 },
      { name: "São João 🚚", units: null },
    ]);
    const files = unzip(Buffer.from(await toXlsx("Orders: a/b", sheet)));
    assert.deepEqual([...files.keys()].sort(), [
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    assert.match(files.get("xl/workbook.xml") ?? "", /<sheet name="Orders {2}a b"/);
    const written = files.get("xl/worksheets/sheet1.xml") ?? "";
    assert.match(written, /<c r="A2" t="inlineStr"><is><t xml:space="preserve">=1\+1 &lt;&amp;&gt;<\/t>/);
    assert.match(
      written,
      /<c r="B2"><v>7<\/v><\/c><\/row><row r="3"><c r="A3" t="inlineStr"><is><t xml:space="preserve">São João 🚚/,
    );
    assert.doesNotMatch(written, /<f>/);
  });
});

/** Reads an archive by its directory, as spreadsheets do. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = bytes.readUInt32LE(end + 16);
  for (let remaining = bytes.readUInt16LE(end + 10); remaining > 0; remaining -= 1) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50);
    const [packed, size, name_length, local] = [20, 24]
      .map((add) => bytes.readUInt32LE(at + add))
      .concat(bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)) as [number, number, number, number];
    const name = bytes.toString("utf8", at + 46, at + 46 + name_length);
    const start = local + 30 + bytes.readUInt16LE(local + 26);
    const text = inflateRawSync(bytes.subarray(start, start + packed));
    assert.equal(text.length, size);
    files.set(name, text.toString("utf8"));
    at += 46 + name_length;
  }
  return files;
}
