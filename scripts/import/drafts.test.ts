import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, parseDrafts as parseRows } from "./drafts.ts";

const parseDrafts = (name: string, text: string, encoding: BufferEncoding = "utf8") =>
  parseRows(name, Buffer.from(text, encoding)).map(({ draft }) => draft);

test("a row of a table is an order, and only line1 is needed", () => {
  const table = [
    "line1,city,lat,lng,ref,units,weight_g,window_start,window_end,instruction",
    '"Quadra 7, Casa 2",Brasília,-15.7,-47.9,A-1,2,1500,2026-11-20T12:00:00Z,2026-11-20T14:00:00Z,Ring twice',
    "Quadra 8,,,,,,,,,",
  ].join("\n");
  assert.deepEqual(parseDrafts("day.CSV", table), [
    {
      ref: "A-1",
      units: 2,
      parcels: [{ weight_g: 1500 }],
      delivery_instruction: "Ring twice",
      dropoff: {
        line1: "Quadra 7, Casa 2",
        city: "Brasília",
        lat: -15.7,
        lng: -47.9,
        window: { start: "2026-11-20T12:00:00Z", end: "2026-11-20T14:00:00Z" },
      },
    },
    { dropoff: { line1: "Quadra 8" } },
  ]);
});

test("unknown input is refused with a message instead of being ignored", () => {
  for (const [table, expected_fault] of [
    ["line1,adress\nQuadra 7,x", /^The column adress is not known\. Columns: name, /],
    ["line1,lat,lng\nQuadra 7,15°,47", /^Row 2: lat is no number: 15°\.$/],
    ["line1,window_start\nQuadra 7,2026-11-20T12:00:00Z", /go together/],
    ["ref\nA-1", /^Row 2 has no line1\. Columns: /],
  ] as const)
    assert.throws(() => parseDrafts("x.csv", table), { message: expected_fault });
  assert.ok(COLUMNS.includes("line1"));
});

test("a table is read in the encoding and with the separator that it has", () => {
  const order = { ref: "A-1", dropoff: { line1: "Quadra 7, Brasília", postal_code: "02111", country: "US" } };
  for (const [text, encoding] of [
    ['ref,line1,postal_code,country\nA-1,"Quadra 7, Brasília",02111,US', "utf8"],
    ["\ufeffref;line1;postal_code;country\r\nA-1;Quadra 7, Brasília;02111;US\r\n", "utf8"],
    ["sep=;\nref;line1;postal_code;country\nA-1;Quadra 7, Brasília;02111;US", "utf8"],
    ["\ufeffref\tline1\tpostal_code\tcountry\r\nA-1\tQuadra 7, Brasília\t02111\tUS", "utf16le"],
    ["ref;line1;postal_code;country\nA-1;Quadra 7, Brasília;02111;US", "latin1"],
    ['ref,line1,postal_code,country\nA-1,"Quadra 7, Brasília","=""02111""",US', "utf8"],
  ] as const)
    assert.deepEqual(parseDrafts("day.csv", text, encoding), [order], text);
});

test("a cell that a spreadsheet changed is refused with what may be meant", () => {
  const row = (column: string, cell: string, country = "DE") =>
    `line1,country,${column}\nWeg 1,${country},"${cell}"`;
  for (const [table, expected_fault] of [
    [row("postal_code", "1067"), /^Row 2, postal_code: 1067 is in doubt \(leading zeros\)\. Write 01067 if/],
    [row("postal_code", "1310100", "BR"), /Write 01310-100 if/],
    [row("postal_code", "78701.0", "US"), /Write 78701 if/],
    [row("phone", "5.56199E+12"), /^Row 2, phone: 5\.56199E\+12 is in doubt \(lost digits\)\.$/],
    [row("ref", "4711.0"), /Write 4711 if/],
    [row("name", "=cmd|' /C calc'!A0"), /\(formula\)/],
    [row("city", "#N/A"), /\(cell error\)/],
    [row("weight_g", "1.5"), /weight_g is no (whole )?number: 1\.5\.$/],
    [row("units", "-1"), /units is no whole number: -1\.$/],
  ] as const)
    assert.throws(() => parseDrafts("x.csv", table), { message: expected_fault }, table);
  assert.deepEqual(parseDrafts("x.csv", row("weight_g", "1.500"))[0]?.parcels, [{ weight_g: 1500 }]);
});

test("a JSON file is a list of orders, or a day of deliveries", () => {
  assert.deepEqual(parseDrafts("x.json", '[{"dropoff":{"line1":"Quadra 7"}}]'), [
    { dropoff: { line1: "Quadra 7" } },
  ]);
  assert.deepEqual(
    parseDrafts("x.json", '{"deliveries":[{"id":"0123456789","lat":-15.7,"lng":-47.9,"size":3}]}'),
    [{ ref: "0123456789", units: 3, dropoff: { line1: "Stop 01234567", lat: -15.7, lng: -47.9 } }],
  );
  assert.throws(() => parseDrafts("x.json", "{}"), /neither a list/);
});
