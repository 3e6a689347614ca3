import assert from "node:assert/strict";
import { test } from "node:test";
import { NotAWorkbook, readXlsx } from "./read-xlsx.ts";
import { toXlsx, zip } from "./xlsx.ts";

test("reads what the console writes, with every character and empty cells in their places", async () => {
  const heads = ["ref", "Straße & <Haus>", "kg"];
  const rows = [
    ["A-1", "Łódź “5” 日本", 12.5],
    [null, "=1+1", -0.25],
    ["", null, 7],
  ];
  const bytes = await toXlsx("Orders", { heads, rows });
  assert.deepEqual(await readXlsx(bytes), [
    heads,
    ["A-1", "Łódź “5” 日本", "12.5"],
    ["", "=1+1", "-0.25"],
    ["", "", "7"],
  ]);
});

test("reads shared texts, dates, times and numbers as a spreadsheet shows them", async () => {
  const bytes = await zip({
    "xl/workbook.xml": '<workbook><sheets><sheet name="x" sheetId="3" r:id="rId7"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="rId7" Target="worksheets/sheet3.xml"/></Relationships>',
    "xl/sharedStrings.xml":
      '<sst><si><t>plain</t></si><si><r><t>rich </t></r><r><t xml:space="preserve">&amp; &#65;</t></r></si></sst>',
    "xl/styles.xml":
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="171" formatCode="#,##0 &quot;days&quot;"/></numFmts><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
    "xl/worksheets/sheet3.xml":
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2"><c r="A2" s="1"><v>46350</v></c><c r="B2" s="2"><v>0.604166666666667</v></c><c r="C2" s="3"><v>46350.5</v></c><c r="D2" s="4"><v>0.30000000000000004</v></c><c r="E2" t="b"><v>1</v></c><c r="F2"/></row></sheetData></worksheet>',
  });
  assert.deepEqual(await readXlsx(bytes), [
    ["plain", "", "rich & A"],
    ["2026-11-24", "14:30", "2026-11-24 12:00", "0.3", "true", ""],
  ]);
});

test("a file that is no workbook is told apart", async () => {
  await assert.rejects(readXlsx(new TextEncoder().encode("ref,line1\nA,B")), NotAWorkbook);
  await assert.rejects(readXlsx(await zip({ "a.txt": "x" })), NotAWorkbook);
});
