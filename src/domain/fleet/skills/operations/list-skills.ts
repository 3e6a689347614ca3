/** Every skill of the business, by code. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import type { SkillRow } from "../records/skill.ts";
import { SKILL_KINDS, Skill } from "../shapes.ts";

export const listSkills = defineOperation({
  name: "skills",
  summary: "List skills",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "driver"], scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/skills" },
  input: Type.Object({ ...PageInput, kind: Type.Optional(StringEnum(SKILL_KINDS)) }),
  output: Type.Object({ ...PageOutput, skills: Type.Array(Skill) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const kind = input.kind ?? null;
    const [skills, counted] = await Promise.all([
      db.rows<SkillRow>(
        `select * from skill where business_id = $1 and ($2::text is null or kind = $2)
          order by code limit $3 offset $4`,
        [business_id, kind, per_page, offset],
      ),
      db.row<{ n: number }>(
        "select count(*) as n from skill where business_id = $1 and ($2::text is null or kind = $2)",
        [business_id, kind],
      ),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, skills };
  },
});
