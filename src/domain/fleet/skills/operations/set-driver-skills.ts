/** Set the skills of a driver: the list that is sent replaces the existing one. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildSkillsAnswer, SETTING_SKILLS, setSkills } from "../assign.ts";
import { SkillCodes } from "../shapes.ts";

export const setDriverSkills = defineOperation({
  name: "skillsDriverSet",
  summary: "Set the skills of a driver",
  ...SETTING_SKILLS,
  rest: { method: "PUT", path: "/api/v1/skills/drivers/{driver_id}" },
  input: Type.Object({ driver_id: Ref("driver"), skills: SkillCodes }),
  output: buildSkillsAnswer({ driver_id: Ref("driver") }),

  async run(context, { driver_id, skills }) {
    const saved = await setSkills(context, "driver", driver_id, skills);
    return { result: true, driver_id, ...saved };
  },
});
