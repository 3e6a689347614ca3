import assert from "node:assert/strict";
import { test } from "node:test";
import { buildSettingCatalogue } from "#operation/define/settings.ts";
import { getPlanningSettings, getVehicleCosts } from "./planning.ts";
import { settings as declared } from "./settings.ts";

const DEFAULT_SETTINGS = buildSettingCatalogue([declared]).resolve(null);

test("the costs of a vehicle are those of the business, and the defaults for who must not learn them", () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    cost_fixed_minor: 11,
    cost_per_km_minor: 22,
    cost_per_hour_minor: 33,
  };
  assert.deepEqual(getVehicleCosts(settings), { fixed: 11, per_km: 22, per_hour: 33 });
  assert.deepEqual(getVehicleCosts(null), getVehicleCosts(DEFAULT_SETTINGS));
});

test("the road factor of the business comes before that of the installation", () => {
  const of = (road_factor: number | null) =>
    getPlanningSettings({ ...DEFAULT_SETTINGS, road_factor }, { road_factor: 1.4 }).road_factor;
  assert.equal(of(1.2), 1.2);
  assert.equal(of(null), 1.4);
});
