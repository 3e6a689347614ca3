import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TABLE_LIMITS, TableFault, type TableFaultCode } from "./limits.ts";
import { readXlsx, type XlsxOptions } from "./read-xlsx.ts";
import { toXlsx, zip } from "./xlsx.ts";

const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="171" formatCode="#,##0 &quot;days&quot;"/><numFmt numFmtId="172" formatCode="00000"/><numFmt numFmtId="173" formatCode="00000\\-000"/></numFmts><cellXfs count="7"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="173"/></cellXfs></styleSheet>';

interface Parts {
  /** Inside of the sheet data of the first sheet. */
  rows?: string;
  shared?: string;
  workbook?: string;
  more?: Record<string, string>;
}

const buildWorkbook = ({ rows = "", shared = "", workbook, more = {} }: Parts) =>
  zip({
    "xl/workbook.xml":
      workbook ?? '<workbook><sheets><sheet name="First" sheetId="3" r:id="rId7"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="rId7" Target="worksheets/sheet3.xml"/><Relationship Id="rId8" Target="/xl/worksheets/other.xml"/></Relationships>',
    "xl/sharedStrings.xml": `<sst>${shared}</sst>`,
    "xl/styles.xml": STYLES,
    "xl/worksheets/sheet3.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });

const readRows = async (parts: Parts, options?: XlsxOptions) => readXlsx(await buildWorkbook(parts), options);
const cell = (content: string, attributes = "") => `<row><c ${attributes}>${content}</c></row>`;

test("reads what the console writes, with every character and empty cells in their places", async () => {
  const heads = ["ref", "Straße & <Haus>", "kg"];
  const rows = [
    ["A-1", "Łódź “5” 日本", 12.5],
    [null, "=1+1", -0.25],
    ["", null, 7],
  ];
  assert.deepEqual(readXlsx(await toXlsx("Orders", { heads, rows })), {
    name: "Orders",
    hidden: [],
    rows: [
      { line: 1, cells: heads },
      { line: 2, cells: ["A-1", "Łódź “5” 日本", "12.5"] },
      { line: 3, cells: ["", "=1+1", "-0.25"] },
      { line: 4, cells: ["", "", "7"] },
    ],
  });
});

/** What stands in one cell, and how people read it. */
const CELLS: [string, Parts, string, XlsxOptions?][] = [
  ["a shared text", { rows: cell("<v>0</v>", 't="s"'), shared: "<si><t>plain</t></si>" }, "plain"],
  [
    "a text of several runs",
    {
      rows: cell("<v>0</v>", 't="s"'),
      shared: '<si><r><rPr><b/></rPr><t>rich </t></r><r><t xml:space="preserve">&amp; &#65;</t></r></si>',
    },
    "rich & A",
  ],
  [
    "a text with its phonetic reading",
    {
      rows: cell("<v>0</v>", 't="s"'),
      shared: '<si><t>課きく</t><rPh sb="0" eb="1"><t>カ</t></rPh><phoneticPr fontId="1"/></si>',
    },
    "課きく",
  ],
  [
    "an inline text",
    { rows: cell("<is><r><t>in</t></r><r><t>line</t></r></is>", 't="inlineStr"') },
    "inline",
  ],
  ["text in CDATA", { rows: cell("<is><t><![CDATA[a<b & c]]></t></is>", 't="inlineStr"') }, "a<b & c"],
  ["a line end as workbooks write it", { rows: cell("<is><t>a_x000A_b</t></is>", 't="inlineStr"') }, "a\nb"],
  ["a date", { rows: cell("<v>46350</v>", 's="1"') }, "2026-11-24"],
  ["a time", { rows: cell("<v>0.604166666666667</v>", 's="2"') }, "14:30"],
  ["a date with its time", { rows: cell("<v>46350.5</v>", 's="3"') }, "2026-11-24 12:00"],
  [
    "a date of January 1900, before the day that never was",
    { rows: cell("<v>1</v>", 's="1"') },
    "1900-01-01",
  ],
  ["a date as ISO 8601", { rows: cell("<v>2026-11-24T00:00:00</v>", 't="d"') }, "2026-11-24"],
  ["a number that is no day", { rows: cell("<v>99999999999</v>", 's="1"') }, "99999999999"],
  [
    "a date of a workbook that counts from 1904",
    {
      rows: cell("<v>44888</v>", 's="1"'),
      workbook:
        '<workbook><workbookPr date1904="1"/><sheets><sheet name="First" r:id="rId7"/></sheets></workbook>',
    },
    "2026-11-24",
  ],
  ["a number with binary noise", { rows: cell("<v>0.30000000000000004</v>", 's="4"') }, "0.3"],
  ["a number for a reader with commas", { rows: cell("<v>1.234</v>") }, "1,234", { decimal: "," }],
  ["a large whole number", { rows: cell("<v>5561999999999</v>") }, "5561999999999"],
  ["a large whole number with an exponent", { rows: cell("<v>5.561999999999E+12</v>") }, "5561999999999"],
  ["a whole number that no double holds", { rows: cell("<v>9007199254740993</v>") }, "9007199254740993"],
  ["a postal code as it is shown", { rows: cell("<v>1067</v>", 's="5"') }, "01067"],
  ["a postal code with its hyphen", { rows: cell("<v>1310100</v>", 's="6"') }, "01310-100"],
  ["a truth", { rows: cell("<v>1</v>", 't="b"') }, "true"],
  ["the value that a formula had", { rows: cell("<f>1+1</f><v>2</v>") }, "2"],
  ["the text that a formula had", { rows: cell('<f>A1&amp;"x"</f><v>ax</v>', 't="str"') }, "ax"],
  ["a formula that was never computed", { rows: cell("<f>SUM(A1:A9)</f>") }, "=SUM(A1:A9)"],
  ["an error", { rows: cell("<f>VLOOKUP(1,A:A,2)</f><v>#N/A</v>", 't="e"') }, "#N/A"],
];

describe("a cell", () => {
  for (const [name, parts, expected, options] of CELLS)
    test(`with ${name} is read as it is shown`, async () => {
      assert.deepEqual((await readRows(parts, options)).rows, [{ line: 1, cells: [expected] }]);
    });
});

describe("a sheet", () => {
  test("is read whatever prefixes its elements have", async () => {
    const x = 'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
    const bytes = await zip({
      "xl/workbook.xml": `<x:workbook ${x} xmlns:rel="http://r"><x:sheets><x:sheet name="P" sheetId="1" rel:id="rId1"/></x:sheets></x:workbook>`,
      "xl/_rels/workbook.xml.rels":
        '<r:Relationships xmlns:r="http://p"><r:Relationship Id="rId1" Target="worksheets/sheet1.xml"/><r:Relationship Id="rId2" Target="sharedStrings.xml"/></r:Relationships>',
      "xl/sharedStrings.xml": `<x:sst ${x}><x:si><x:t>ref</x:t></x:si></x:sst>`,
      "xl/worksheets/sheet1.xml": `<x:worksheet ${x}><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row><x:row r="2"><x:c r="A2"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    });
    assert.deepEqual(readXlsx(bytes).rows, [
      { line: 1, cells: ["ref"] },
      { line: 2, cells: ["7"] },
    ]);
  });

  test("keeps the numbers of its rows where rows are empty or left out", async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows = `<row r="3">${text("ref")}</row><row r="4"/><row r="5"><c r="A5" s="1"/></row><row r="9">${text("A")}</row><row>${text("B")}</row>`;
    assert.deepEqual(
      (await readRows({ rows })).rows.map(({ line, cells }) => [line, cells[0]]),
      [
        [3, "ref"],
        [9, "A"],
        [10, "B"],
      ],
    );
  });

  test("that is hidden is left out and named; styled cells far to the right take no place", async () => {
    const { name, hidden, rows } = await readRows({
      workbook:
        '<workbook><sheets><sheet name="Lists" state="hidden" r:id="rId7"/><sheet name="Orders" r:id="rId8"/></sheets></workbook>',
      rows: cell("<v>1</v>"),
      more: {
        "xl/worksheets/other.xml":
          '<worksheet><sheetData><row r="1"><c r="A1"><v>2</v></c><c r="XFD1" s="1"/></row></sheetData></worksheet>',
      },
    });
    assert.deepEqual(
      { name, hidden, rows },
      { name: "Orders", hidden: ["Lists"], rows: [{ line: 1, cells: ["2"] }] },
    );
  });
});

const MB = "x".repeat(1_000_000);
const many = (count: number, text: string) => Array.from({ length: count }, () => text).join("");

/** Small files that would be huge, and files that are none. */
const REFUSED: [string, TableFaultCode, () => Promise<Uint8Array>, XlsxOptions?][] = [
  [
    "a text of 1 MB in 20,000 cells",
    "too_long_cell",
    () =>
      buildWorkbook({
        shared: `<si><t>${MB}</t></si>`,
        rows: many(200, `<row>${many(100, '<c t="s"><v>0</v></c>')}</row>`),
      }),
  ],
  [
    "a text of 30,000 characters in 20,000 cells",
    "too_many_characters",
    () =>
      buildWorkbook({
        shared: `<si><t>${"x".repeat(30_000)}</t></si>`,
        rows: many(200, `<row>${many(100, '<c t="s"><v>0</v></c>')}</row>`),
      }),
  ],
  [
    "100,000 columns",
    "too_many_columns",
    () => buildWorkbook({ rows: `<row>${many(100_000, "<c><v>1</v></c>")}</row>` }),
  ],
  ["a cell in column XFD", "too_many_columns", () => buildWorkbook({ rows: cell("<v>1</v>", 'r="XFD1"') })],
  [
    "too many rows",
    "too_many_rows",
    () => buildWorkbook({ rows: many(300, "<row><c><v>1</v></c></row>") }),
    { limits: { ...TABLE_LIMITS, rows_max: 200 } },
  ],
  [
    "too many cells",
    "too_many_cells",
    () => buildWorkbook({ rows: many(30, `<row>${many(400, "<c><v>1</v></c>")}</row>`) }),
    { limits: { ...TABLE_LIMITS, cells_max: 10_000 } },
  ],
  [
    "a part of 3 MB where 1 MB is the most",
    "too_large_unpacked",
    () => buildWorkbook({ more: { "xl/styles.xml": `<styleSheet>${" ".repeat(3_000_000)}</styleSheet>` } }),
    { limits: { ...TABLE_LIMITS, unpacked_bytes_max: 1_000_000 } },
  ],
  [
    "too many parts",
    "too_many_parts",
    async () => zip(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${n}.xml`, ""]))),
    { limits: { ...TABLE_LIMITS, entries_max: 50 } },
  ],
  [
    "entities that grow",
    "not_a_workbook",
    () =>
      buildWorkbook({
        more: {
          "xl/sharedStrings.xml":
            '<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>',
        },
        rows: cell("<v>0</v>", 't="s"'),
      }),
  ],
  [
    "only hidden sheets",
    "no_visible_sheet",
    () =>
      buildWorkbook({
        workbook: '<workbook><sheets><sheet name="a" state="veryHidden" r:id="rId7"/></sheets></workbook>',
      }),
  ],
  ["XML that is broken", "not_a_workbook", () => buildWorkbook({ rows: "<row><c></row>" })],
  ["text", "not_a_workbook", async () => new TextEncoder().encode("ref,line1\nA,B")],
  ["another archive", "not_a_workbook", () => zip({ "a.txt": "x" })],
  ["an archive that is cut", "not_a_workbook", async () => (await buildWorkbook({})).subarray(0, 400)],
  [
    "a directory that points beyond the file",
    "not_a_workbook",
    async () => {
      const bytes = await buildWorkbook({});
      new DataView(bytes.buffer).setUint32(bytes.length - 6, 0xfffffff0, true);
      return bytes;
    },
  ],
  [
    "an old workbook or one with a password",
    "old_workbook",
    async () => Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0),
  ],
];

describe("a workbook is refused", () => {
  for (const [name, code, build, options] of REFUSED)
    test(`for ${name}: ${code}`, async () => {
      const bytes = await build();
      assert.throws(
        () => readXlsx(bytes, options),
        (error) => error instanceof TableFault && error.code === code,
      );
    });
});
