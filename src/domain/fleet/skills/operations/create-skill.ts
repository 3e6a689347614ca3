/** Create a skill. Orders require it by its code, which does not change. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { SKILL_COLUMNS, SKILL_KINDS, Skill, SkillCode, type SkillRow } from "../shapes.ts";

export const createSkill = defineOperation({
  name: "skillCreate",
  summary: "Create a skill",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["drivers:write"] },
  rest: { method: "POST", path: "/api/v1/skills" },
  input: Type.Object({
    code: SkillCode,
    name: Type.String({ minLength: 1, maxLength: 120 }),
    kind: StringEnum(SKILL_KINDS),
    expires_date: Type.Optional(Nullable(CalendarDate)),
  }),
  output: Type.Object({ result: Type.Boolean(), skill_id: Id, version: Type.Integer(), skill: Skill }),
  refusals: { code_taken: "conflict" },

  async run({ db, business_id, refuse, emit }, { code, name, kind, expires_date }) {
    const skill = await db.row<SkillRow>(
      `insert into skill (business_id, code, name, kind, expires_date) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning ${SKILL_COLUMNS}`,
      [business_id, code, name, kind, expires_date ?? null],
    );
    if (skill === undefined) {
      throw refuse("code_taken", {
        message: "Another skill has this code.",
        errors: [{ field: "code", message: "belongs to another skill" }],
      });
    }
    const { id, version, ...after } = skill;
    emit({
      subject: { type: "skill", id, is_new: true },
      kind: "skill.created",
      payload: { code, kind },
      before: null,
      after,
    });
    return { result: true, skill_id: id, version, skill };
  },
});
