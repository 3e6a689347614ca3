/** The rules for hours and rest of a business: a preset by its country, with what it set itself. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import { choosePreset, type ENFORCEMENTS, type HoursLimits, PRESETS, type PresetName } from "../rules.ts";

/** Null: as the preset says. */
export interface FleetSettingsRow extends Row<"fleet_settings"> {
  preset: PresetName | null;
  enforcement: (typeof ENFORCEMENTS)[number];
}

export interface FleetSettings extends HoursLimits {
  preset: PresetName;
  /** Whether the business chose it; otherwise it follows its country. */
  preset_chosen: boolean;
  enforcement: FleetSettingsRow["enforcement"];
  no_show_after_min: number;
  version: number;
}

function buildFleetSettings(row: FleetSettingsRow | undefined, country: string): FleetSettings {
  const preset = row?.preset ?? choosePreset(country);
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
  return db.row<FleetSettingsRow>("select * from fleet_settings where business_id = $1", [business_id]);
}

export async function loadFleetSettings(
  context: Pick<Context, "db" | "business_id" | "business">,
): Promise<FleetSettings & { time_zone: string }> {
  const { country, time_zone } = context.business;
  return { ...buildFleetSettings(await findSettingsRow(context), country), time_zone };
}

/** As they are returned: what was set, and what applies. */
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

/** The first settings of a business or the next ones: one statement for both. */
export async function saveFleetSettings(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  row: FleetSettingsRow,
): Promise<void> {
  await db.execute(
    `insert into fleet_settings (business_id, preset, shift_max_min, rest_min, week_max_min, break_min, break_after_min, enforcement,
         no_show_after_min, version) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (business_id) do update set preset = excluded.preset, shift_max_min = excluded.shift_max_min,
         rest_min = excluded.rest_min, week_max_min = excluded.week_max_min, break_min = excluded.break_min,
         break_after_min = excluded.break_after_min, enforcement = excluded.enforcement,
         no_show_after_min = excluded.no_show_after_min, version = excluded.version`,
    [
      business_id,
      row.preset,
      row.shift_max_min,
      row.rest_min,
      row.week_max_min,
      row.break_min,
      row.break_after_min,
      row.enforcement,
      row.no_show_after_min,
      row.version,
    ],
  );
}
