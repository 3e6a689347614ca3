/** Set the skills of a vehicle: the list that is sent replaces the existing one. */

import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { setSkills } from "../assign.ts";
import { SkillCode } from "../shapes.ts";

export const setVehicleSkills = defineOperation({
  name: "skillsVehicleSet",
  summary: "Set the skills of a vehicle",
  access: { scopes: ["drivers:write"] },
  rest: { method: "PUT", path: "/api/v1/skills/vehicles/{vehicle_id}" },
  input: Type.Object({
    vehicle_id: Ref("vehicle"),
    skills: Type.Array(Ref("skill_code", SkillCode), { maxItems: 50 }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    vehicle_id: Ref("vehicle"),
    skills: Type.Array(Type.String()),
  }),
  refusals: { unknown_skill: "invalid" },

  async run(context, { vehicle_id, skills }) {
    const saved = await setSkills(context, "vehicle", vehicle_id, skills);
    return { result: true, vehicle_id, ...saved };
  },
});
