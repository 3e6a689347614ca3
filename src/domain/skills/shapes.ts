/** Skills: what a driver is able, or a vehicle equipped, to do. */
import Type from "typebox";
import { CalendarDate, Id, Nullable, Words } from "#vocabulary/basics.ts";

export const SKILL_KINDS = ["driver", "vehicle"] as const;
export type SkillKind = (typeof SKILL_KINDS)[number];

export const Skill = Type.Object(
  {
    id: Id,
    code: Type.String({ description: "Orders name it in `requirements.skills`." }),
    name: Type.String(),
    kind: Words(SKILL_KINDS, { description: "Who has it." }),
    expires_date: Nullable(CalendarDate),
    version: Type.Integer(),
  },
  { $id: "Skill" },
);
export type SkillRow = Type.Static<typeof Skill>;

export const SKILL_COLUMNS = "id, code, name, kind, expires_date, version";
export const SkillCode = Type.String({ pattern: "^[a-z0-9][a-z0-9_-]{0,39}$", maxLength: 40 });
