/** Set the skills of a driver: the list that is sent replaces the existing one. */

import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { setSkills } from "../assign.ts";
import { SkillCode } from "../shapes.ts";

export const setDriverSkills = defineOperation({
  name: "skillsDriverSet",
  summary: "Set the skills of a driver",
  access: { scopes: ["drivers:write"] },
  rest: { method: "PUT", path: "/api/v1/skills/drivers/{driver_id}" },
  input: Type.Object({
    driver_id: Ref("driver"),
    skills: Type.Array(Ref("skill_code", SkillCode), { maxItems: 50 }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    driver_id: Ref("driver"),
    skills: Type.Array(Type.String()),
  }),
  refusals: { unknown_skill: "invalid" },

  async run(context, { driver_id, skills }) {
    const saved = await setSkills(context, "driver", driver_id, skills);
    return { result: true, driver_id, ...saved };
  },
});
