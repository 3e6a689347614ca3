/** Create a skill. Orders require it by its code, which does not change. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { pickAudited, SkillRecord } from "../records/skill.ts";
import { SKILL_KINDS, Skill, SkillCode } from "../shapes.ts";

export const createSkill = defineOperation({
  name: "skillCreate",
  summary: "Create a skill",
  access: { roles: ["client_admin"], scopes: ["drivers:write"] },
  rest: { method: "POST", path: "/api/v1/skills" },
  input: Type.Object({
    code: SkillCode,
    name: Type.String({ minLength: 1, maxLength: 120 }),
    kind: StringEnum(SKILL_KINDS),
    expires_date: Type.Optional(Nullable(CalendarDate)),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    skill_id: Ref("skill"),
    version: Type.Integer(),
    skill: Skill,
  }),
  refusals: { code_taken: "conflict" },

  async run(context, { code, name, kind, expires_date }) {
    const skill = await SkillRecord.insertIfAbsent(context, {
      code,
      name,
      kind,
      expires_date: expires_date ?? null,
    });
    if (skill === undefined) {
      throw context.refuse("code_taken", {
        message: messages.code_taken,
        errors: [{ field: "code", message: messages.other_skill }],
      });
    }
    const { id, version } = skill;
    context.emit({
      subject: { type: "skill", id, is_new: true },
      kind: "skill.created",
      payload: { code, kind },
      before: null,
      after: pickAudited(skill),
    });
    return { result: true, skill_id: id, version, skill };
  },
});
