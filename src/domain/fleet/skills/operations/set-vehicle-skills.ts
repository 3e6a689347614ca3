/** Set the skills of a vehicle: the list that is sent replaces the existing one. */

import Type from "typebox";
import { saveVehicleSkills } from "#domain/fleet/drivers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { checkSkills } from "../assign.ts";
import { SkillCode } from "../shapes.ts";

export const setVehicleSkills = defineOperation({
  name: "skillsVehicleSet",
  summary: "Set the skills of a vehicle",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["drivers:write"] },
  rest: { method: "PUT", path: "/api/v1/skills/vehicles/{vehicle_id}" },
  input: Type.Object({ vehicle_id: Id, skills: Type.Array(SkillCode, { maxItems: 50 }) }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    vehicle_id: Id,
    skills: Type.Array(Type.String()),
  }),
  refusals: { unknown_skill: "invalid" },

  async run(context, { vehicle_id, skills }) {
    const { db, business_id, refuse, expectVersion, emit } = context;
    const vehicle = await db.row<{ skills: string[]; version: number }>(
      "select skills, version from vehicle where business_id = $1 and id = $2 for update",
      [business_id, vehicle_id],
    );
    if (vehicle === undefined) throw refuse("not_found", { message: "There is no such vehicle." });
    expectVersion(vehicle.version);
    const given = await checkSkills(context, skills, "vehicle");
    const version = vehicle.version + 1;
    await saveVehicleSkills(context, vehicle_id, given, version);
    emit({
      subject: { type: "vehicle", id: vehicle_id },
      kind: "vehicle.skills_set",
      payload: { skills: given },
      before: { skills: vehicle.skills },
      after: { skills: given },
    });
    return { result: true, version, vehicle_id, skills: given };
  },
});
