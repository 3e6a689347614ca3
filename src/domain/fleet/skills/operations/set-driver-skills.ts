/** Set the skills of a driver: the list that is sent replaces the existing one. */

import Type from "typebox";
import { saveDriverSkills } from "#domain/fleet/drivers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { checkSkills } from "../assign.ts";
import { SkillCode } from "../shapes.ts";

export const setDriverSkills = defineOperation({
  name: "skillsDriverSet",
  summary: "Set the skills of a driver",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["drivers:write"] },
  rest: { method: "PUT", path: "/api/v1/skills/drivers/{driver_id}" },
  input: Type.Object({ driver_id: Id, skills: Type.Array(SkillCode, { maxItems: 50 }) }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    driver_id: Id,
    skills: Type.Array(Type.String()),
  }),
  refusals: { unknown_skill: "invalid" },

  async run(context, { driver_id, skills }) {
    const { db, business_id, refuse, expectVersion, emit } = context;
    const driver = await db.row<{ skills: string[]; version: number }>(
      "select skills, version from driver where business_id = $1 and id = $2 for update",
      [business_id, driver_id],
    );
    if (driver === undefined) throw refuse("not_found", { message: "There is no such driver." });
    expectVersion(driver.version);
    const given = await checkSkills(context, skills, "driver");
    const version = driver.version + 1;
    await saveDriverSkills(context, driver_id, given, version);
    emit({
      subject: { type: "driver", id: driver_id },
      kind: "driver.skills_set",
      payload: { skills: given },
      before: { skills: driver.skills },
      after: { skills: given },
    });
    return { result: true, version, driver_id, skills: given };
  },
});
