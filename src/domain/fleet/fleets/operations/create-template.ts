/** Keep the shifts of a week as a template, with their drivers and vehicles or without. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { addDays } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES, getPlannedFleet, requireOpen } from "../access.ts";
import { messages } from "../messages.ts";
import { readShifts } from "../records/shift.ts";
import { TemplateRecord } from "../records/shift-template.ts";
import { FleetName, Template } from "../shapes.ts";
import { findMonday, toEntry } from "../templates.ts";

const TEMPLATES_MAX = 50;

export const createTemplate = defineOperation({
  name: "fleetTemplateCreate",
  summary: "Create a template from a week of shifts",
  destructive: false,
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/{fleet_id}/templates", status: 201 },
  localised: true,
  input: Type.Object({
    fleet_id: Ref("fleet"),
    name: FleetName,
    date: Type.Unsafe<string>({ ...CalendarDate, description: "Any day of the week that is kept." }),
    with_drivers: Type.Optional(Type.Boolean({ description: "Drivers and vehicles too; true when absent." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    shift_template_id: Ref("shift_template"),
    template: Template,
  }),
  refusals: {
    not_captain: "forbidden",
    fleet_closed: "conflict",
    name_taken: "conflict",
    empty_week: "conflict",
    limit_reached: "conflict",
  },

  async run(context, { fleet_id, name, date, with_drivers = true }) {
    const { db, business_id, business, refuse, emit } = context;
    const { fleet } = await getPlannedFleet(context, fleet_id, "exclusive");
    requireOpen(context, fleet);
    const monday = findMonday(date);
    const shifts = await readShifts(
      context,
      "s.fleet_id = $2 and s.date between $3::date and $4::date and s.status <> 'CANCELLED' and s.source <> 'claim'",
      [fleet_id, monday, addDays(monday, 6)],
    );
    if (shifts.length === 0) throw refuse("empty_week", { message: messages.empty_week });
    const time_zone = business.time_zone;
    const entries = shifts.map((shift) => ({
      ...toEntry(shift, monday, time_zone),
      ...(with_drivers ? {} : { driver_id: null, vehicle_id: null }),
    }));
    const counted = await db.row<{ n: number }>(
      "select count(*) as n from shift_template where business_id = $1 and fleet_id = $2",
      [business_id, fleet_id],
    );
    if ((counted?.n ?? 0) >= TEMPLATES_MAX)
      throw refuse("limit_reached", { message: messages.limit_reached, values: { most: TEMPLATES_MAX } });
    const row = await TemplateRecord.insertIfAbsent(context, { fleet_id, name: name.trim(), entries });
    if (row === undefined)
      throw refuse("name_taken", {
        message: messages.name_taken,
        errors: [{ field: "name", message: messages.name_taken }],
      });
    emit({
      subject: { type: "fleet", id: fleet_id },
      kind: "fleet.template_created",
      payload: { shift_template_id: row.id, shifts: entries.length },
    });
    const template = {
      id: row.id,
      fleet_id,
      name: row.name,
      shifts: entries.length,
      created_at: row.created_at,
    };
    return { result: true, shift_template_id: row.id, template };
  },
});
