/** Drivers join a fleet or leave it. Who leaves gives back the shifts to come, and is no captain any more at once. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { lockOwnedFleet, OWNER_ROLES, requireOpen } from "../access.ts";
import { releaseShifts } from "../members.ts";
import { messages } from "../messages.ts";
import { answerFleet, FleetRecord } from "../records/fleet.ts";
import { FleetAnswer, MEMBERS_MAX } from "../shapes.ts";

const Ids = Type.Optional(Type.Array(Ref("driver"), { maxItems: MEMBERS_MAX, uniqueItems: true }));

export const changeFleetDrivers = defineOperation({
  name: "fleetDriversChange",
  summary: "Add drivers to a fleet or remove them",
  description: "A driver belongs to one fleet at a time, and to that of the driver's own contractor.",
  access: { roles: OWNER_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/{fleet_id}/drivers" },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet"), add: Ids, remove: Ids }),
  output: FleetAnswer,
  refusals: {
    unknown_driver: "invalid",
    in_other_fleet: "conflict",
    fleet_closed: "conflict",
    limit_reached: "conflict",
  },

  async run(context, { fleet_id, add = [], remove = [] }) {
    const { db, business_id, now, refuse, emit } = context;
    const fleet = await lockOwnedFleet(context, fleet_id);
    if (add.length > 0) requireOpen(context, fleet);
    const leaving = await db.rows<{ driver_id: number }>(
      "delete from fleet_driver where business_id = $1 and fleet_id = $2 and driver_id = any($3::bigint[]) returning driver_id",
      [business_id, fleet_id, remove.filter((id) => !add.includes(id))],
    );
    const removed = leaving.map(({ driver_id }) => driver_id);
    const drivers = await db.rows<{ id: number; fleet_id: number | null }>(
      `select d.id, m.fleet_id from driver d left join fleet_driver m on m.business_id = $1 and m.driver_id = d.id
        where d.business_id = $1 and d.id = any($2::bigint[]) and d.status = 'active' and d.contractor_id is not distinct from $3
        order by d.id for share of d`,
      [business_id, add, fleet.contractor_id],
    );
    const fleet_by_driver = new Map(drivers.map(({ id, fleet_id: of }) => [id, of]));
    const failAt = (code: "unknown_driver" | "in_other_fleet", fails: (id: number) => boolean) => {
      const errors = add.flatMap((id, index) =>
        fails(id) ? [{ field: `add/${index}`, message: messages[code] }] : [],
      );
      if (errors.length > 0) throw refuse(code, { message: messages[code], errors });
    };
    failAt("unknown_driver", (id) => !fleet_by_driver.has(id));
    failAt(
      "in_other_fleet",
      (id) => typeof fleet_by_driver.get(id) === "number" && fleet_by_driver.get(id) !== fleet_id,
    );
    const joined = await db.rows<{ driver_id: number }>(
      `insert into fleet_driver (business_id, fleet_id, driver_id, joined_at)
       select $1, $2, id, $4 from unnest($3::bigint[]) as id on conflict do nothing returning driver_id`,
      [business_id, fleet_id, add, now],
    );
    const added = joined.map(({ driver_id }) => driver_id);
    // Somebody who joined another fleet at the same moment is not in this one.
    failAt("in_other_fleet", (id) => !added.includes(id) && fleet_by_driver.get(id) !== fleet_id);
    const size = await db.row<{ n: number }>(
      "select count(*) as n from fleet_driver where business_id = $1 and fleet_id = $2",
      [business_id, fleet_id],
    );
    if ((size?.n ?? 0) > MEMBERS_MAX)
      throw refuse("limit_reached", { message: messages.limit_reached, values: { most: MEMBERS_MAX } });
    if (removed.length > 0) await releaseShifts(context, fleet_id, { driver_ids: removed });
    if (added.length > 0 || removed.length > 0) {
      await FleetRecord.change(context, fleet, {});
      emit({
        subject: { type: "fleet", id: fleet_id },
        kind: "fleet.drivers_changed",
        payload: { added, removed },
      });
    }
    return answerFleet(context, fleet_id);
  },
});
