import assert from "node:assert/strict";
import { test } from "node:test";
import { formatLoad, listLoads } from "./load.ts";

const capacity = { units: 180, weight_g: 800_000, volume_cm3: null, pallets: null };

test("loads are listed with the fullest first, and only what is limited or loaded", () => {
  const listTexts = (
    load: Parameters<typeof listLoads>[0],
    most: Parameters<typeof listLoads>[1] = capacity,
  ) => listLoads(load, most).map((one) => `${formatLoad(one)}${one.is_over ? " over" : ""}`);
  assert.deepEqual(listTexts({ units: 184, weight_g: 400_000, volume_cm3: 0, pallets: 0 }), [
    "184 of 180 units over",
    "400 kg of 800 kg",
  ]);
  assert.deepEqual(listTexts({ units: 0, weight_g: 0 }), ["0 of 180 units"]);
  assert.deepEqual(listTexts({ units: 90, weight_g: 800_001, volume_cm3: 1_250_000 }), [
    "800 kg of 800 kg over",
    "90 of 180 units",
    "1.25 m³",
  ]);
  assert.deepEqual(listTexts({ units: 12 }, null), ["12 units"]);
  assert.deepEqual(listTexts({ pallets: 1 }, { ...capacity, units: null, pallets: 0 }), [
    "1 of 0 pallets over",
  ]);
});
