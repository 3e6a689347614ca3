/** The hours of each driver of a fleet in a period, planned and worked, with the rules that a shift breaks. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES, getPlannedFleet } from "../access.ts";
import { loadHours } from "../hours.ts";
import { requirePeriod } from "../period.ts";
import { loadFleetSettings } from "../records/fleet-settings.ts";
import { Warning } from "../shapes.ts";

const HOURS_DAYS_MAX = 93;

export const getFleetHours = defineOperation({
  name: "fleetHours",
  summary: "Get the hours of a fleet's drivers",
  access: { roles: FLEET_ROLES, scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/fleets/{fleet_id}/hours" },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet"), from: CalendarDate, to: CalendarDate }),
  output: Type.Object({
    result: Type.Boolean(),
    fleet_id: Ref("fleet"),
    week_max_min: Type.Integer(),
    drivers: Type.Array(
      Type.Object(
        {
          driver_id: Ref("driver"),
          name: Type.String(),
          shifts: Type.Integer(),
          no_shows: Type.Integer(),
          planned_min: Type.Integer({ description: "Of shifts with this driver, without breaks." }),
          worked_min: Type.Integer({ description: "From begin to end of what was worked, without breaks." }),
          longest_week_min: Type.Integer({
            description:
              "The most work of a week that has a shift in the period; as worked where that is known.",
          }),
          warnings: Type.Array(
            Type.Object({ shift_id: Ref("shift"), ...Warning.properties }, { $id: "HoursWarning" }),
          ),
        },
        { $id: "DriverHours" },
      ),
    ),
  }),
  refusals: { not_captain: "forbidden", invalid_period: "invalid" },

  async run(context, { fleet_id, from, to }) {
    const { fleet } = await getPlannedFleet(context, fleet_id, "none");
    requirePeriod(context, from, to, HOURS_DAYS_MAX);
    const rules = await loadFleetSettings(context);
    const drivers = await loadHours(context, fleet.id, rules, from, to);
    return { result: true, fleet_id, week_max_min: rules.week_max_min, drivers };
  },
});
