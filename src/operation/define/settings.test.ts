import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { loadRegistry } from "./registry.ts";
import { findSchemaErrors } from "./schema.ts";
import { buildSettingCatalogue, defineSettings } from "./settings.ts";

const { settings } = await loadRegistry();
const defaults = settings.resolve(null);

test("the default of every setting is a value that could be set", () => {
  const { depot_warehouse_id, ...values } = defaults;
  assert.equal(depot_warehouse_id, null);
  assert.deepEqual(Object.keys(values).sort(), [...settings.names].sort());
  assert(settings.names.includes("depot"), "The settings of families are there.");
  assert.equal(findSchemaErrors(settings.schema, "write", values), null);
});

test("a setting that is not stored, or null, has its default; false and 0 are values", () => {
  const stored_settings = { public_proof: false, ai_daily_turns: 0, road_factor: 1.4 };
  assert.deepEqual(settings.resolve({ ...stored_settings, speed_kmh: null }), {
    ...defaults,
    ...stored_settings,
  });
});

test("settings of several families are in their order, and no two have one name", () => {
  const one = defineSettings({ second: { order: 2, default: 0, schema: Type.Integer() } });
  const other = defineSettings({ first: { order: 1, default: true, schema: Type.Boolean() } });
  assert.deepEqual(buildSettingCatalogue([one, other]).names, ["first", "second"]);
  assert.throws(() => buildSettingCatalogue([one, one]), /Two families declare the same setting/);
});
