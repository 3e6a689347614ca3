/** Change the name or expiry date of a skill. Code and kind cannot change: orders and drivers refer to them. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { SkillRecord } from "../records/skill.ts";
import { Skill } from "../shapes.ts";

export const updateSkill = defineOperation({
  name: "skillUpdate",
  summary: "Update a skill",
  access: { roles: ["client_admin"], scopes: ["drivers:write"] },
  rest: { method: "PATCH", path: "/api/v1/skills/{skill_id}" },
  input: Type.Object({
    skill_id: Ref("skill"),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
    expires_date: Type.Optional(Nullable(CalendarDate)),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), skill: Skill }),

  async run(context, { skill_id, name, expires_date }) {
    const { expectVersion, emit } = context;
    const old = await SkillRecord.getLocked(context, skill_id);
    expectVersion(old.version);
    const skill = await SkillRecord.change(context, old, {
      name: name ?? old.name,
      expires_date: expires_date === undefined ? old.expires_date : expires_date,
    });
    emit({
      subject: { type: "skill", id: skill_id },
      kind: "skill.updated",
      payload: { code: old.code },
      before: { name: old.name, expires_date: old.expires_date },
      after: { name: skill.name, expires_date: skill.expires_date },
    });
    return { result: true, version: skill.version, skill };
  },
});
