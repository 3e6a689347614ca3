/** The rules for hours and rest of a business: a preset by its country, with what it set itself. */
import type { Context } from "#operation/define/context.ts";
import { choosePreset, type HoursLimits, PRESETS, type PresetName } from "./rules.ts";
import type { FleetSettingsRow } from "./tables.ts";

export interface FleetSettings extends HoursLimits {
  preset: PresetName;
  /** Whether the business chose it; otherwise it follows its country. */
  preset_chosen: boolean;
  enforcement: "warn" | "refuse";
  no_show_after_min: number;
  version: number;
}

const OWN =
  "business_id, preset, shift_max_min, rest_min, week_max_min, break_min, break_after_min, enforcement, no_show_after_min, version";

export function buildFleetSettings(row: FleetSettingsRow | undefined, country: string): FleetSettings {
  const preset = (row?.preset ?? choosePreset(country)) as PresetName;
  const limits = PRESETS[preset] ?? PRESETS.default;
  return {
    preset,
    preset_chosen: typeof row?.preset === "string",
    shift_max_min: row?.shift_max_min ?? limits.shift_max_min,
    rest_min: row?.rest_min ?? limits.rest_min,
    week_max_min: row?.week_max_min ?? limits.week_max_min,
    break_min: row?.break_min ?? limits.break_min,
    break_after_min: row?.break_after_min ?? limits.break_after_min,
    enforcement: row?.enforcement ?? "refuse",
    no_show_after_min: row?.no_show_after_min ?? 15,
    version: row?.version ?? 0,
  };
}

export function findSettingsRow({
  db,
  business_id,
}: Pick<Context, "db" | "business_id">): Promise<FleetSettingsRow | undefined> {
  return db.row<FleetSettingsRow>(`select ${OWN} from fleet_settings where business_id = $1`, [business_id]);
}

export async function loadFleetSettings(
  context: Pick<Context, "db" | "business_id" | "business">,
): Promise<FleetSettings & { time_zone: string }> {
  const { country, time_zone } = context.business;
  return { ...buildFleetSettings(await findSettingsRow(context), country), time_zone };
}
