/** Vehicles are added to a fleet or removed from it; shifts to come lose a vehicle that is removed. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { lockOwnedFleet, OWNER_ROLES, requireOpen } from "../access.ts";
import { releaseShifts } from "../members.ts";
import { messages } from "../messages.ts";
import { answerFleet, FleetRecord } from "../records/fleet.ts";
import { FleetAnswer, MEMBERS_MAX } from "../shapes.ts";

const Ids = Type.Optional(Type.Array(Ref("vehicle"), { maxItems: MEMBERS_MAX, uniqueItems: true }));

export const changeFleetVehicles = defineOperation({
  name: "fleetVehiclesChange",
  summary: "Add vehicles to a fleet or remove them",
  description:
    "A vehicle belongs to one fleet at a time. A contractor's fleet has vehicles that the contractor's own drivers drive.",
  access: { roles: OWNER_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/{fleet_id}/vehicles" },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet"), add: Ids, remove: Ids }),
  output: FleetAnswer,
  refusals: { unknown_vehicle: "invalid", in_other_fleet: "conflict", fleet_closed: "conflict" },

  async run(context, { fleet_id, add = [], remove = [] }) {
    const { db, business_id, now, refuse, emit } = context;
    const fleet = await lockOwnedFleet(context, fleet_id);
    if (add.length > 0) requireOpen(context, fleet);
    const leaving = await db.rows<{ vehicle_id: number }>(
      "delete from fleet_vehicle where business_id = $1 and fleet_id = $2 and vehicle_id = any($3::bigint[]) returning vehicle_id",
      [business_id, fleet_id, remove.filter((id) => !add.includes(id))],
    );
    const removed = leaving.map(({ vehicle_id }) => vehicle_id);
    const vehicles = await db.rows<{ id: number; fleet_id: number | null }>(
      `select v.id, m.fleet_id from vehicle v left join fleet_vehicle m on m.business_id = $1 and m.vehicle_id = v.id
        where v.business_id = $1 and v.id = any($2::bigint[]) and v.status <> 'retired' and ($3::bigint is null or exists (
          select from driver d where d.business_id = $1 and d.vehicle_id = v.id and d.contractor_id = $3))
        order by v.id for share of v`,
      [business_id, add, fleet.contractor_id],
    );
    const fleet_by_vehicle = new Map(vehicles.map(({ id, fleet_id: of }) => [id, of]));
    const failAt = (code: "unknown_vehicle" | "in_other_fleet", fails: (id: number) => boolean) => {
      const errors = add.flatMap((id, index) =>
        fails(id) ? [{ field: `add/${index}`, message: messages[code] }] : [],
      );
      if (errors.length > 0) throw refuse(code, { message: messages[code], errors });
    };
    failAt("unknown_vehicle", (id) => !fleet_by_vehicle.has(id));
    failAt(
      "in_other_fleet",
      (id) => typeof fleet_by_vehicle.get(id) === "number" && fleet_by_vehicle.get(id) !== fleet_id,
    );
    const joined = await db.rows<{ vehicle_id: number }>(
      `insert into fleet_vehicle (business_id, fleet_id, vehicle_id, joined_at)
       select $1, $2, id, $4 from unnest($3::bigint[]) as id on conflict do nothing returning vehicle_id`,
      [business_id, fleet_id, add, now],
    );
    const added = joined.map(({ vehicle_id }) => vehicle_id);
    failAt("in_other_fleet", (id) => !added.includes(id) && fleet_by_vehicle.get(id) !== fleet_id);
    if (removed.length > 0) await releaseShifts(context, fleet_id, { vehicle_ids: removed });
    if (added.length > 0 || removed.length > 0) {
      await FleetRecord.change(context, fleet, {});
      emit({
        subject: { type: "fleet", id: fleet_id },
        kind: "fleet.vehicles_changed",
        payload: { added, removed },
      });
    }
    return answerFleet(context, fleet_id);
  },
});
