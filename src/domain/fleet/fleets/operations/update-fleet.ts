/** Change the name or the areas of a fleet, close it, or open it again. Members that are absent stay. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { lockOwnedFleet, OWNER_ROLES } from "../access.ts";
import { messages } from "../messages.ts";
import { answerFleet, FleetRecord } from "../records/fleet.ts";
import { Areas, FleetAnswer, FleetName } from "../shapes.ts";

export const updateFleet = defineOperation({
  name: "fleetUpdate",
  summary: "Update a fleet",
  access: { roles: OWNER_ROLES, scopes: ["fleets:write"] },
  rest: { method: "PATCH", path: "/api/v1/fleets/{fleet_id}" },
  localised: true,
  input: Type.Object({
    fleet_id: Ref("fleet"),
    name: Type.Optional(FleetName),
    areas: Type.Optional(Areas),
    status: Type.Optional(StringEnum(["active", "closed"])),
  }),
  output: FleetAnswer,
  refusals: { name_taken: "conflict", fleet_in_use: "conflict" },

  async run(context, { fleet_id, ...change }) {
    const { db, business_id, now, refuse, emit } = context;
    const fleet = await lockOwnedFleet(context, fleet_id);
    const after = { ...fleet, ...change, name: (change.name ?? fleet.name).trim() };
    if (after.status === "closed" && fleet.status === "active") {
      const ahead = await db.row(
        `select id from shift where business_id = $1 and fleet_id = $2 and ends_at > $3
           and status not in ('ENDED', 'CANCELLED', 'NO_SHOW') limit 1`,
        [business_id, fleet_id, now],
      );
      if (ahead !== undefined) throw refuse("fleet_in_use", { message: messages.fleet_in_use });
    }
    const namesake = await db.row(
      "select id from fleet where business_id = $1 and lower(name) = lower($2) and status = 'active' and id <> $3 and $4 = 'active'",
      [business_id, after.name, fleet_id, after.status],
    );
    if (namesake !== undefined)
      throw refuse("name_taken", {
        message: messages.name_taken,
        errors: [{ field: "name", message: messages.name_taken }],
      });
    const { name, areas, status } = after;
    await FleetRecord.change(context, fleet, { name, areas, status });
    emit({
      subject: { type: "fleet", id: fleet_id },
      kind: "fleet.changed",
      payload: { changed: Object.keys(change), status: after.status },
      before: { areas: fleet.areas, status: fleet.status },
      after: { areas: after.areas, status: after.status },
    });
    return answerFleet(context, fleet_id);
  },
});
