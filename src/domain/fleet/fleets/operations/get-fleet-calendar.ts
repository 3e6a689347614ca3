/**
 * The shifts of a fleet in a period, its drivers with when they are available, and for each day what is planned to be
 * delivered beside what the shifts can carry.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Count, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES, getVisibleFleet } from "../access.ts";
import { loadDemand } from "../demand.ts";
import { requirePeriod } from "../period.ts";
import { buildShift, readShifts } from "../records/shift.ts";
import { availabilityMembers, Shift } from "../shapes.ts";

const CALENDAR_DAYS_MAX = 62;

const CalendarDriver = Type.Object(
  {
    driver_id: Ref("driver"),
    name: Type.String(),
    is_captain: Type.Boolean(),
    vehicle_id: Nullable(Ref("vehicle")),
    skills: Type.Array(Type.String()),
    ...availabilityMembers,
  },
  { $id: "CalendarDriver", description: "Availability is shown to those who plan the fleet." },
);

export const getFleetCalendar = defineOperation({
  name: "fleetCalendar",
  summary: "Get the shift calendar of a fleet",
  access: { roles: FLEET_ROLES, scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/fleets/{fleet_id}/calendar" },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet"), from: CalendarDate, to: CalendarDate }),
  output: Type.Object({
    result: Type.Boolean(),
    fleet_id: Ref("fleet"),
    time_zone: Type.String(),
    shifts: Type.Array(Shift, {
      description: "By start; drafts for those who plan the fleet. Cancelled ones are left out.",
    }),
    drivers: Type.Array(CalendarDriver),
    days: Type.Array(
      Type.Object(
        {
          date: CalendarDate,
          orders: Count,
          units: Count,
          weight_g: Type.Integer(),
          routes: Count,
          routes_unassigned: Count,
          drivers: Count,
          open_shifts: Count,
          shift_min: Count,
          capacity_units: Nullable(Type.Integer()),
          capacity_weight_g: Nullable(Type.Integer()),
        },
        {
          $id: "FleetDay",
          description:
            "Orders planned for the day that the owner of the fleet delivers, its routes, and what the vehicles of the shifts carry at once (null: without limit). Shown to those who plan the fleet.",
        },
      ),
    ),
  }),
  refusals: { invalid_period: "invalid" },

  async run(context, { fleet_id, from, to }) {
    const { db, business_id, business } = context;
    const { fleet, right } = await getVisibleFleet(context, fleet_id);
    requirePeriod(context, from, to, CALENDAR_DAYS_MAX);
    const plans = right !== "member";
    const [shifts, drivers, days] = await Promise.all([
      readShifts(
        context,
        "s.fleet_id = $2 and s.date between $3::date and $4::date and s.status <> 'CANCELLED' and ($5 or s.status <> 'DRAFT')",
        [fleet_id, from, to, plans],
      ),
      db.rows<Type.Static<typeof CalendarDriver>>(
        `select d.id as driver_id, d.name, d.vehicle_id, d.skills, k.driver_id is not null as is_captain,
           case when $3 then coalesce(a.weekly, '[]') else '[]'::jsonb end as weekly,
           case when $3 then coalesce(a.time_off, '[]') else '[]'::jsonb end as time_off
           from fleet_driver m join driver d on d.business_id = $1 and d.id = m.driver_id and d.status = 'active'
           left join fleet_captain k on k.business_id = $1 and k.fleet_id = m.fleet_id and k.driver_id = m.driver_id
           left join driver_availability a on a.business_id = $1 and a.driver_id = d.id
          where m.business_id = $1 and m.fleet_id = $2 order by d.name, d.id`,
        [business_id, fleet_id, plans],
      ),
      plans ? loadDemand(context, fleet, from, to) : [],
    ]);
    return {
      result: true,
      fleet_id,
      time_zone: business.time_zone,
      shifts: shifts.map((one) => buildShift(one, right, context)),
      drivers,
      days,
    };
  },
});
