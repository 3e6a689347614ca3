import assert from "node:assert/strict";
import { test } from "node:test";
import { findSchemaErrors } from "#operation/define/schema.ts";
import { DEFAULT_SETTINGS, resolveSettings, SETTING_DEFAULTS, SETTING_NAMES, Settings } from "./settings.ts";

test("every setting has a default, which is a value that could be set", () => {
  assert.deepEqual(Object.keys(SETTING_DEFAULTS).sort(), [...SETTING_NAMES].sort());
  assert.equal(findSchemaErrors(Settings, "write", { ...SETTING_DEFAULTS }), null);
});

test("a setting that is not stored, or null, has its default; false and 0 are values", () => {
  assert.deepEqual(resolveSettings(null), DEFAULT_SETTINGS);
  const settings = resolveSettings({
    public_proof: false,
    ai_daily_turns: 0,
    speed_kmh: null,
    road_factor: 1.4,
  });
  assert.deepEqual(settings, {
    ...DEFAULT_SETTINGS,
    public_proof: false,
    ai_daily_turns: 0,
    road_factor: 1.4,
  });
});
