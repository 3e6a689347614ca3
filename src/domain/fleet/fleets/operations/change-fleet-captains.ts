/** Drivers of a fleet become its captains, or are no longer. A captain plans the shifts of this fleet, and no other. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { lockOwnedFleet, OWNER_ROLES, requireOpen } from "../access.ts";
import { messages } from "../messages.ts";
import { answerFleet, FleetRecord } from "../records/fleet.ts";
import { FleetAnswer } from "../shapes.ts";

const CAPTAINS_MAX = 20;
const Ids = Type.Optional(Type.Array(Ref("driver"), { maxItems: CAPTAINS_MAX, uniqueItems: true }));

export const changeFleetCaptains = defineOperation({
  name: "fleetCaptainsChange",
  summary: "Add captains to a fleet or remove them",
  access: { roles: OWNER_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/{fleet_id}/captains" },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet"), add: Ids, remove: Ids }),
  output: FleetAnswer,
  refusals: { not_member: "invalid", fleet_closed: "conflict", limit_reached: "conflict" },

  async run(context, { fleet_id, add = [], remove = [] }) {
    const { db, business_id, now, refuse, emit } = context;
    const fleet = await lockOwnedFleet(context, fleet_id);
    if (add.length > 0) requireOpen(context, fleet);
    const ended = await db.rows<{ driver_id: number }>(
      "delete from fleet_captain where business_id = $1 and fleet_id = $2 and driver_id = any($3::bigint[]) returning driver_id",
      [business_id, fleet_id, remove.filter((id) => !add.includes(id))],
    );
    const members = await db.rows<{ driver_id: number }>(
      `select m.driver_id from fleet_driver m join driver d on d.business_id = $1 and d.id = m.driver_id and d.status = 'active'
        where m.business_id = $1 and m.fleet_id = $2 and m.driver_id = any($3::bigint[])`,
      [business_id, fleet_id, add],
    );
    const errors = add.flatMap((id, index) =>
      members.some(({ driver_id }) => driver_id === id)
        ? []
        : [{ field: `add/${index}`, message: messages.not_in_fleet }],
    );
    if (errors.length > 0) throw refuse("not_member", { message: messages.not_member, errors });
    const begun = await db.rows<{ driver_id: number }>(
      `insert into fleet_captain (business_id, fleet_id, driver_id, since)
       select $1, $2, id, $4 from unnest($3::bigint[]) as id on conflict do nothing returning driver_id`,
      [business_id, fleet_id, add, now],
    );
    const size = await db.row<{ n: number }>(
      "select count(*) as n from fleet_captain where business_id = $1 and fleet_id = $2",
      [business_id, fleet_id],
    );
    if ((size?.n ?? 0) > CAPTAINS_MAX)
      throw refuse("limit_reached", { message: messages.limit_reached, values: { most: CAPTAINS_MAX } });
    if (begun.length > 0 || ended.length > 0) {
      await FleetRecord.change(context, fleet, {});
      const payload = {
        added: begun.map(({ driver_id }) => driver_id),
        removed: ended.map(({ driver_id }) => driver_id),
      };
      emit({ subject: { type: "fleet", id: fleet_id }, kind: "fleet.captains_changed", payload });
    }
    return answerFleet(context, fleet_id);
  },
});
