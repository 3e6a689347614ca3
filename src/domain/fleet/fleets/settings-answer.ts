/** The settings of fleets as they are returned: what was set, and what applies. */
import type { Context } from "#operation/define/context.ts";
import { buildFleetSettings } from "./settings.ts";
import type { FleetSettingsRow } from "./tables.ts";

export function buildSettings({ business }: Pick<Context, "business">, row: FleetSettingsRow | undefined) {
  const {
    preset,
    shift_max_min,
    rest_min,
    week_max_min,
    break_min,
    break_after_min,
    enforcement,
    no_show_after_min,
    version,
  } = buildFleetSettings(row, business.country);
  return {
    result: true,
    version,
    settings: {
      preset: row?.preset == null ? null : preset,
      shift_max_min: row?.shift_max_min ?? null,
      rest_min: row?.rest_min ?? null,
      week_max_min: row?.week_max_min ?? null,
      break_min: row?.break_min ?? null,
      break_after_min: row?.break_after_min ?? null,
      enforcement,
      no_show_after_min,
    },
    in_force: { preset, shift_max_min, rest_min, week_max_min, break_min, break_after_min },
  };
}
