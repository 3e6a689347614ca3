/** Publish the drafts of a fleet in a period, each decided on its own: one that the rules forbid stays a draft. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { CalendarDate, Nullable } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES, getPlannedFleet, requireOpen } from "../access.ts";
import { SHIFT_CHECK_REFUSALS } from "../check-shift.ts";
import { publishShift } from "../plan-shift.ts";
import { loadFleetSettings } from "../records/fleet-settings.ts";
import { lockShifts } from "../records/shift.ts";
import { Warning } from "../shapes.ts";

const SHIFTS_MAX = 500;

export const publishShifts = defineOperation({
  name: "fleetShiftsPublish",
  summary: "Publish the shifts of a period",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/{fleet_id}/publish" },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet"), from_date: CalendarDate, to_date: CalendarDate }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one shift was published." }),
    ...bulkMembers,
    shifts: Type.Array(
      Type.Object({
        shift_id: Ref("shift"),
        result: Type.Boolean(),
        driver_id: Nullable(Ref("driver")),
        warnings: Type.Array(Warning),
        error_code: Type.Optional(Type.String()),
        message: Type.Optional(Type.String()),
      }),
    ),
  }),
  refusals: {
    ...SHIFT_CHECK_REFUSALS,
    not_captain: "forbidden",
    fleet_closed: "conflict",
    invalid_transition: "conflict",
    shift_over: "conflict",
  },

  async run(context, { fleet_id, from_date, to_date }) {
    const { db, business_id, now } = context;
    const { fleet } = await getPlannedFleet(context, fleet_id);
    requireOpen(context, fleet);
    const rules = await loadFleetSettings(context);
    const drafts = await db.rows<{ id: number }>(
      `select id from shift where business_id = $1 and fleet_id = $2 and status = 'DRAFT' and date between $3::date and $4::date
         and ends_at > $5 order by id limit ${SHIFTS_MAX}`,
      [business_id, fleet_id, from_date, to_date, now],
    );
    const locked = await lockShifts(
      context,
      drafts.map(({ id }) => id),
    );
    const items = [];
    for (const shift of locked.values()) {
      const item = { shift_id: shift.id, driver_id: shift.driver_id };
      try {
        items.push({ ...item, result: true, warnings: await publishShift(context, fleet, rules, shift) });
      } catch (error) {
        // Nothing of this shift was written before it was refused.
        if (!(error instanceof Refusal)) throw error;
        const message = [error.message, ...(error.errors ?? []).map((one) => one.message)].join(" ");
        items.push({ ...item, result: false, warnings: [], error_code: error.error_code, message });
      }
    }
    return { ...bulkAnswer(items, ({ shift_id }) => shift_id), shifts: items };
  },
});
