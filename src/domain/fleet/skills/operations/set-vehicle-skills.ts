/** Set the skills of a vehicle: the list that is sent replaces the existing one. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildSkillsAnswer, SETTING_SKILLS, setSkills } from "../assign.ts";
import { SkillCodes } from "../shapes.ts";

export const setVehicleSkills = defineOperation({
  name: "skillsVehicleSet",
  summary: "Set the skills of a vehicle",
  ...SETTING_SKILLS,
  rest: { method: "PUT", path: "/api/v1/skills/vehicles/{vehicle_id}" },
  input: Type.Object({ vehicle_id: Ref("vehicle"), skills: SkillCodes }),
  output: buildSkillsAnswer({ vehicle_id: Ref("vehicle") }),

  async run(context, { vehicle_id, skills }) {
    const saved = await setSkills(context, "vehicle", vehicle_id, skills);
    return { result: true, vehicle_id, ...saved };
  },
});
