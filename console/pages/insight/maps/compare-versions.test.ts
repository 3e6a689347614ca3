import assert from "node:assert/strict";
import { test } from "node:test";
import { compareVersions } from "./compare-versions.ts";

const layer = (id: number, fields: string[], color = "#000000") => ({
  id,
  title: `Layer ${id}`,
  fields,
  style: { color },
});
const compare = (before: object[], after: object[]) =>
  compareVersions({ layers: before } as never, { layers: after } as never).map(({ layer, kind, fields }) => [
    layer,
    kind,
    ...fields,
  ]);

test("fields that strangers see now, and no longer, are told by layer", () => {
  assert.deepEqual(compare([layer(1, ["name", "phone"])], [layer(1, ["name", "hours"])]), [
    ["Layer 1", "fields_added", "hours"],
    ["Layer 1", "fields_removed", "phone"],
  ]);
});

test("layers that came and went, and another look, are told too; nothing where nothing changed", () => {
  assert.deepEqual(
    compare([layer(1, ["name"]), layer(2, [])], [layer(1, ["name"], "#ffffff"), layer(3, ["a"])]),
    [
      ["Layer 1", "look_changed"],
      ["Layer 3", "layer_added", "a"],
      ["Layer 2", "layer_removed"],
    ],
  );
  assert.deepEqual(compare([layer(1, ["name"])], [layer(1, ["name"])]), []);
});
