/** Every skill of the business, by code. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import type { SkillRow } from "../records/skill.ts";
import { SKILL_KINDS, Skill } from "../shapes.ts";

export const listSkills = defineList({
  name: "skills",
  summary: "List skills",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "driver"], scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/skills" },
  filters: { kind: filter(StringEnum(SKILL_KINDS)) },
  rows: { skills: Type.Array(Skill) },
  from: "skill",
  order: "code",
  build: (row: SkillRow) => row,
});
