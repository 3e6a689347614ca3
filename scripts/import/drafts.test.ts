import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, parseDrafts } from "./drafts.ts";

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
  for (const [table, said] of [
    ["line1,adress\nQuadra 7,x", /^The column adress is not known\. Columns: name, /],
    ["line1,lat,lng\nQuadra 7,15°,47", /^Row 1: lat is no number: 15°\.$/],
    ["line1,window_start\nQuadra 7,2026-11-20T12:00:00Z", /go together/],
    ["ref\nA-1", /^Row 1 has no line1\. Columns: /],
  ] as const)
    assert.throws(() => parseDrafts("x.csv", table), { message: said });
  assert.ok(COLUMNS.includes("line1"));
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
