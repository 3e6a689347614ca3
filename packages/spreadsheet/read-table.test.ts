import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TableFault, type TableFaultCode } from "./limits.ts";
import { readGeoJson } from "./read-geojson.ts";
import { readTable, type TableOptions } from "./read-table.ts";

const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

/** A file, and its headings and rows with their numbers. */
const TABLES: [string, string | Uint8Array, string[], [number, ...string[]][], TableOptions?][] = [
  [
    "quotes, doubled quotes, line ends in fields, a byte order mark",
    '\uFEFFa,b\r\n"x, y","say ""hi""\nthere"\r\n\r\n1,\n',
    ["a", "b"],
    [
      [2, "x, y", 'say "hi"\nthere'],
      [4, "1"],
    ],
  ],
  [
    "semicolons, and a comma in a quoted heading",
    '"a,1";b;c\n1;2;3',
    ["a,1", "b", "c"],
    [[2, "1", "2", "3"]],
  ],
  [
    "tabs",
    "a\tb\n1\t\n\t2",
    ["a", "b"],
    [
      [2, "1"],
      [3, "", "2"],
    ],
  ],
  ["bars", "a|b\n1|2", ["a", "b"], [[2, "1", "2"]]],
  [
    "rows of any length, spaces, quotes inside",
    'a , b\r1\r\n "2 3" ,4,5\n5" pipe,',
    ["a", "b", ""],
    [
      [2, "1"],
      [3, "2 3", "4", "5"],
      [4, '5" pipe'],
    ],
  ],
  ["a sep= line", "sep=;\r\na,1;b\r\n1;2", ["a,1", "b"], [[2, "1", "2"]]],
  [
    "a sep= line in quotes, after a byte order mark",
    '\uFEFF"sep=|"\na|b;c;d\n1|2',
    ["a", "b;c;d"],
    [[2, "1", "2"]],
  ],
  ["a sep= line for tabs", "sep=\t\na\tb\n1\t2", ["a", "b"], [[2, "1", "2"]]],
  ["empty rows before the headings", "\n,\na,b\n1,2", ["a", "b"], [[4, "1", "2"]]],
  ["UTF-16 with its mark", Buffer.from("\uFEFFa;ã\n1;é", "utf16le"), ["a", "ã"], [[2, "1", "é"]]],
  [
    "UTF-16 without a mark",
    Buffer.from("ref;name\r\nA;João\r\n", "utf16le"),
    ["ref", "name"],
    [[2, "A", "João"]],
  ],
  ["UTF-16, the high byte first, with its mark", utf16be("\uFEFFa;ã\n1;é"), ["a", "ã"], [[2, "1", "é"]]],
  [
    "UTF-16, the high byte first, without a mark",
    utf16be("ref;name\nA;João\n"),
    ["ref", "name"],
    [[2, "A", "João"]],
  ],
  [
    "UTF-16 with a sep= line",
    Buffer.from("\uFEFFsep=;\r\na;b\r\n1;2", "utf16le"),
    ["a", "b"],
    [[2, "1", "2"]],
  ],
  [
    "Windows-1252",
    Buffer.from("nome;preço\nJo\xe3o;\x80 5", "latin1"),
    ["nome", "preço"],
    [[2, "João", "€ 5"]],
  ],
  [
    "an encoding that is chosen",
    Buffer.from("a\nÃ£", "utf8"),
    ["a"],
    [[2, "ÃƒÂ£"]],
    { encoding: "windows-1252" },
  ],
  [
    "JSON",
    '{"orders":[{"ref":1.5,"to":{"line1":"A"}},{"parcels":[{"kg":2}]}]}',
    ["ref", "to.line1", "parcels.0.kg"],
    [
      [1, "1,5", "A"],
      [2, "", "", "2"],
    ],
    { decimal: "," },
  ],
  [
    "JSON with a number that no double holds",
    '[{"ref":9007199254740993}]',
    ["ref"],
    [[1, "9007199254740993"]],
  ],
];

const REFUSED: [string, TableFaultCode, string | Uint8Array][] = [
  ["an empty file", "empty", ""],
  ["blank lines", "empty", "\n\n"],
  ["headings alone", "empty", "a,b\n"],
  ["a quote that is never closed", "open_quote", 'a,b\n"1,2'],
  ["text after a closing quote", "not_csv", 'a,b\r\n1,2\r\n"1"x,2'],
  ["bytes", "not_text", Buffer.from([0, 1, 2, 3, 255, 254, 7, 8])],
  ["broken JSON", "not_json", '[{"a":1}'],
  ["JSON without a list", "not_a_list", '{"a":1}'],
  ["JSON of lists inside each other", "too_deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["an old workbook", "old_workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0])],
];

describe("a table", () => {
  for (const [name, content, headings, rows, options] of TABLES)
    test(`with ${name}`, () => {
      const table = readTable(Buffer.from(content as string), options);
      assert.deepEqual(table.headings, headings);
      assert.deepEqual(
        table.rows.map(({ line, cells }) => [line, ...cells]),
        rows,
      );
    });
  for (const [name, code, content] of REFUSED)
    test(`is refused for ${name}: ${code}`, () =>
      assert.throws(
        () => readTable(Buffer.from(content as string)),
        (error) => error instanceof TableFault && error.code === code,
      ));
  test("of GeoJSON has a column of positions, and one for each property", () => {
    const feature = (properties: object, coordinates: number[]) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates },
      properties,
    });
    const features = [feature({ a: 1 }, [2, 1]), feature({ b: { c: [1] } }, [4, 3])];
    const table = readGeoJson(Buffer.from(JSON.stringify({ type: "FeatureCollection", features })));
    assert.deepEqual(table.headings, ["geometry", "a", "b"]);
    assert.deepEqual(
      table.rows.map(({ cells }) => cells),
      [
        ["1, 2", "1"],
        ["3, 4", "", '{"c":[1]}'],
      ],
    );
  });
});
