/** Change the rules for hours and rest. Members that are absent stay; null follows the preset. */
import Type from "typebox";
import { lockBusiness } from "#operation/caller/business.ts";
import { defineOperation } from "#operation/define/define.ts";
import {
  buildSettings,
  type FleetSettingsRow,
  findSettingsRow,
  saveFleetSettings,
} from "../records/fleet-settings.ts";
import { SettingsAnswer, settingsMembers } from "../shapes.ts";

export const updateFleetSettings = defineOperation({
  name: "fleetSettingsUpdate",
  summary: "Update the rules for hours and rest",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PUT", path: "/api/v1/fleets/settings" },
  localised: true,
  input: Type.Partial(Type.Object(settingsMembers)),
  output: SettingsAnswer,

  async run(context, change) {
    const { db, business_id, emit, expectVersion } = context;
    await lockBusiness(db, business_id);
    const row = await findSettingsRow(context);
    expectVersion(row?.version ?? 0);
    const before: FleetSettingsRow = row ?? {
      business_id,
      preset: null,
      shift_max_min: null,
      rest_min: null,
      week_max_min: null,
      break_min: null,
      break_after_min: null,
      enforcement: "refuse",
      no_show_after_min: 15,
      version: 0,
    };
    const after: FleetSettingsRow = { ...before, ...change, version: before.version + 1 };
    await saveFleetSettings(context, after);
    emit({
      subject: { type: "business", id: business_id },
      kind: "fleet.settings_changed",
      payload: { members: Object.keys(change) },
    });
    return buildSettings(context, after);
  },
});
