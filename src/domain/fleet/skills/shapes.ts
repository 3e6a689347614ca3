/** Schemas of skills: abilities of drivers and equipment of vehicles. */
import Type from "typebox";
import { CalendarDate, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";

export const SKILL_KINDS = ["driver", "vehicle"] as const;
export type SkillKind = (typeof SKILL_KINDS)[number];

export const Skill = Type.Object(
  {
    id: Ref("skill"),
    code: Type.String({ description: "Orders require it in `requirements.skills`." }),
    name: Type.String(),
    kind: StringEnum(SKILL_KINDS, { description: "Whether drivers or vehicles have it." }),
    expires_date: Nullable(CalendarDate),
    version: Type.Integer(),
  },
  { $id: "Skill" },
);

export const SkillCode = Type.String({ pattern: "^[a-z0-9][a-z0-9_-]{0,39}$", maxLength: 40 });

export const SkillCodes = Type.Array(Ref("skill_code", SkillCode), { maxItems: 50 });
