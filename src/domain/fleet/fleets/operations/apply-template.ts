/**
 * Create the shifts of a template in a week, as drafts. An entry whose driver or vehicle is busy then, has left the fleet or
 * lacks a skill becomes a shift without them, and says so; one that is there already is not created twice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { CalendarDate, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES, requireOpen } from "../access.ts";
import { checkShift, SHIFT_CHECK_REFUSALS } from "../check-shift.ts";
import { loadFleetSettings } from "../records/fleet-settings.ts";
import { insertShift } from "../records/shift.ts";
import { getTemplate } from "../records/shift-template.ts";
import { Warning } from "../shapes.ts";
import { computeTimes, findMonday } from "../templates.ts";

export const applyTemplate = defineOperation({
  name: "fleetTemplateApply",
  summary: "Create the shifts of a template in a week",
  destructive: false,
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/templates/{shift_template_id}/apply", status: 201 },
  localised: true,
  input: Type.Object({
    shift_template_id: Ref("shift_template"),
    date: Type.Unsafe<string>({ ...CalendarDate, description: "Any day of the week." }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    existing: Type.Integer({ description: "Shifts of the template that were there already, or are over." }),
    shifts: Type.Array(
      Type.Object({
        shift_id: Ref("shift"),
        left_out: Nullable(Type.String({ description: "Why it has no driver or vehicle." })),
        warnings: Type.Array(Warning),
      }),
    ),
  }),
  refusals: { ...SHIFT_CHECK_REFUSALS, not_captain: "forbidden", fleet_closed: "conflict" },

  async run(context, { shift_template_id, date }) {
    const { db, business_id, now } = context;
    const { fleet, template } = await getTemplate(context, shift_template_id);
    requireOpen(context, fleet);
    const rules = await loadFleetSettings(context);
    const monday = findMonday(date);
    const vehicles = await db.rows<{ vehicle_id: number }>(
      `select m.vehicle_id from fleet_vehicle m join vehicle v on v.business_id = $1 and v.id = m.vehicle_id and v.status = 'active'
        where m.business_id = $1 and m.fleet_id = $2`,
      [business_id, fleet.id],
    );
    const owned = new Set(vehicles.map(({ vehicle_id }) => vehicle_id));
    const existing = await db.rows<{
      starts_at: string;
      ends_at: string;
      area: string;
      driver_id: number | null;
    }>(
      `select starts_at, ends_at, area, driver_id from shift where business_id = $1 and fleet_id = $2 and status <> 'CANCELLED'
         and date between $3::date and $3::date + 6`,
      [business_id, fleet.id, monday],
    );
    const buildKey = (one: (typeof existing)[number]) =>
      JSON.stringify([Date.parse(one.starts_at), Date.parse(one.ends_at), one.area]);
    const there = existing.map(buildKey);
    const shifts = [];
    let existing_count = 0;
    for (const entry of template.entries) {
      const times = computeTimes(entry, monday, rules.time_zone);
      const at = there.indexOf(buildKey({ ...times, area: entry.area, driver_id: null }));
      if (at >= 0 || Date.parse(times.ends_at) <= now.getTime()) {
        if (at >= 0) there.splice(at, 1);
        existing_count += 1;
        continue;
      }
      const shift_plan = {
        ...times,
        break_min: entry.break_min,
        skills: entry.skills,
        driver_id: entry.driver_id,
        vehicle_id: entry.vehicle_id !== null && owned.has(entry.vehicle_id) ? entry.vehicle_id : null,
      };
      const { planned, warnings, left_out } = await fit(shift_plan);
      const shift = await insertShift(context, {
        ...planned,
        skills: [...planned.skills],
        fleet_id: fleet.id,
        area: entry.area,
        note: entry.note,
        status: "DRAFT",
        source: "calendar",
      });
      shifts.push({ shift_id: shift.id, left_out, warnings });
    }
    return { result: true, existing: existing_count, shifts };

    /** With driver and vehicle, or without what cannot be. */
    async function fit<P extends { driver_id: number | null; vehicle_id: number | null }>(
      shift_plan: P & Omit<Parameters<typeof checkShift>[3], "id">,
    ) {
      let left_out: string | null = null;
      let planned = shift_plan;
      for (let tries = 0; tries < 3; tries += 1) {
        try {
          const warnings = await checkShift(context, fleet, rules, { id: 0, ...planned }, { is_draft: true });
          return { planned, warnings, left_out };
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          left_out ??= error.message;
          planned =
            error.code === "vehicle_taken"
              ? { ...planned, vehicle_id: null }
              : { ...planned, driver_id: null };
        }
      }
      throw new Error("A shift without driver and vehicle is never refused.");
    }
  },
});
