/** The calling driver's own shifts from today on, those of the fleet to take, and requests to swap. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { requireDriver } from "../access.ts";
import { buildShift, readShifts } from "../records/shift.ts";
import type { SwapRow } from "../records/shift-swap.ts";
import { decideRight } from "../rules.ts";
import { Shift, Swap } from "../shapes.ts";

const DAYS_AHEAD = 28;

export const listOwnShifts = defineOperation({
  name: "driverShifts",
  summary: "List own shifts, and those to take",
  access: { roles: ["driver"], scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/fleets/my-shifts" },
  localised: true,
  output: Type.Object({
    result: Type.Boolean(),
    driver_id: Ref("driver"),
    fleet: Nullable(
      Type.Object({ id: Ref("fleet"), name: Type.String(), is_captain: Type.Boolean() }, { $id: "OwnFleet" }),
    ),
    shifts: Type.Array(Shift, { description: "Own ones, from yesterday to four weeks ahead." }),
    open_shifts: Type.Array(Shift, { description: "Published and without a driver, of the own fleet." }),
    swaps: Type.Array(Swap, { description: "Open requests of and to the driver." }),
    mates: Type.Array(Type.Object({ driver_id: Ref("driver"), name: Type.String() }, { $id: "FleetMate" }), {
      description: "The other drivers of the fleet, who may be asked to swap.",
    }),
  }),

  async run(context) {
    const { db, business_id, actor, business, now } = context;
    const driver_id = requireDriver(context);
    const today = toLocalDate(now, business.time_zone);
    const own_driver = await db.row<{
      id: number;
      name: string;
      contractor_id: number | null;
      is_captain: boolean;
      driver_contractor_id: number | null;
      driver_status: string;
    }>(
      `select f.id, f.name, f.contractor_id, d.contractor_id as driver_contractor_id, d.status as driver_status,
         exists (select from fleet_captain k where k.business_id = $1 and k.fleet_id = f.id and k.driver_id = $2) as is_captain
        from fleet_driver m join fleet f on f.business_id = $1 and f.id = m.fleet_id
        join driver d on d.business_id = $1 and d.id = m.driver_id
       where m.business_id = $1 and m.driver_id = $2`,
      [business_id, driver_id],
    );
    const right =
      own_driver === undefined ? null : decideRight(actor, own_driver, { ...own_driver, is_member: true });
    const fleet = own_driver === undefined || right === null ? null : own_driver;
    const [shifts, open_shifts, mates, swaps] = await Promise.all([
      readShifts(
        context,
        "s.driver_id = $2 and s.date between $3::date and $4::date and s.status not in ('DRAFT', 'CANCELLED')",
        [driver_id, addDays(today, -1), addDays(today, DAYS_AHEAD)],
      ),
      fleet === null
        ? []
        : readShifts(
            context,
            "s.fleet_id = $2 and s.status = 'PUBLISHED' and s.starts_at > $3 and s.date <= $4::date",
            [fleet.id, now, addDays(today, DAYS_AHEAD)],
          ),
      db.rows<{ driver_id: number; name: string }>(
        `select d.id as driver_id, d.name from fleet_driver m join driver d on d.business_id = $1 and d.id = m.driver_id and d.status = 'active'
          where m.business_id = $1 and m.fleet_id = $2 and d.id <> $3 order by d.name, d.id`,
        [business_id, fleet?.id ?? 0, driver_id],
      ),
      db.rows<SwapRow & { from_driver_name: string; to_driver_name: string }>(
        `select w.*, a.name as from_driver_name, b.name as to_driver_name from shift_swap w
           join driver a on a.business_id = $1 and a.id = w.from_driver_id
           join driver b on b.business_id = $1 and b.id = w.to_driver_id
          where w.business_id = $1 and w.status = 'REQUESTED' and $2 in (w.from_driver_id, w.to_driver_id) order by w.id desc limit 50`,
        [business_id, driver_id],
      ),
    ]);
    const ids = swaps.flatMap(({ shift_id, for_shift_id }) => [
      shift_id,
      ...(for_shift_id === null ? [] : [for_shift_id]),
    ]);
    const named_shifts = ids.length === 0 ? [] : await readShifts(context, "s.id = any($2::bigint[])", [ids]);
    const by_id = new Map(named_shifts.map((row) => [row.id, buildShift(row, right, context)]));
    return {
      result: true,
      driver_id,
      fleet: fleet === null ? null : { id: fleet.id, name: fleet.name, is_captain: right === "captain" },
      shifts: shifts.map((row) => buildShift(row, right, context)),
      open_shifts: open_shifts.map((row) => buildShift(row, right, context)),
      swaps: swaps.flatMap((swap) => {
        const shift = by_id.get(swap.shift_id);
        if (shift === undefined || Date.parse(shift.starts_at) <= now.getTime()) return [];
        const for_shift = swap.for_shift_id === null ? null : (by_id.get(swap.for_shift_id) ?? null);
        const can_accept = swap.to_driver_id === driver_id;
        return [{ ...swap, shift, for_shift, can_accept, can_withdraw: !can_accept }];
      }),
      mates,
    };
  },
});
