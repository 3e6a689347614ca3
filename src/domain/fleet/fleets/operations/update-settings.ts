/** Change the rules for hours and rest. Members that are absent stay; null follows the preset. */
import Type from "typebox";
import { lockBusiness } from "#operation/caller/business.ts";
import { defineOperation } from "#operation/define/define.ts";
import { findSettingsRow } from "../settings.ts";
import { buildSettings } from "../settings-answer.ts";
import { SettingsAnswer, settingsMembers } from "../shapes.ts";
import type { FleetSettingsRow } from "../tables.ts";

export const updateFleetSettings = defineOperation({
  name: "fleetSettingsUpdate",
  summary: "Change the rules for hours and rest",
  effect: "write",
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
    await db.execute(
      `insert into fleet_settings (business_id, preset, shift_max_min, rest_min, week_max_min, break_min, break_after_min, enforcement,
         no_show_after_min, version) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (business_id) do update set preset = excluded.preset, shift_max_min = excluded.shift_max_min,
         rest_min = excluded.rest_min, week_max_min = excluded.week_max_min, break_min = excluded.break_min,
         break_after_min = excluded.break_after_min, enforcement = excluded.enforcement,
         no_show_after_min = excluded.no_show_after_min, version = excluded.version`,
      [
        business_id,
        after.preset,
        after.shift_max_min,
        after.rest_min,
        after.week_max_min,
        after.break_min,
        after.break_after_min,
        after.enforcement,
        after.no_show_after_min,
        after.version,
      ],
    );
    emit({
      subject: { type: "business", id: business_id },
      kind: "fleet.settings_changed",
      payload: { members: Object.keys(change) },
    });
    return buildSettings(context, after);
  },
});
