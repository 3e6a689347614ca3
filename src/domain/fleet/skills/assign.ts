/** Sets the skills of a driver or a vehicle: the whole list, each of the right kind and not expired. */
import Type, { type TProperties } from "typebox";
import { saveSkills } from "#domain/fleet/drivers/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { messages } from "./messages.ts";
import type { SkillRow } from "./records/skill.ts";
import type { SkillKind } from "./shapes.ts";

/** What the two operations have in common. */
export const SETTING_SKILLS = {
  access: { scopes: ["drivers:write"] },
  refusals: { unknown_skill: "invalid" },
} as const;

/** `owner`: the member that names whose skills they are. */
export const buildSkillsAnswer = <Owner extends TProperties>(owner: Owner) =>
  Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    ...owner,
    skills: Type.Array(Type.String()),
  });

const LOCK = {
  driver: "select skills, version from driver where business_id = $1 and id = $2 for update",
  vehicle: "select skills, version from vehicle where business_id = $1 and id = $2 for update",
} as const satisfies Record<SkillKind, string>;

export async function setSkills(
  context: Context<"unknown_skill">,
  kind: SkillKind,
  id: number,
  codes: readonly string[],
): Promise<{ version: number; skills: string[] }> {
  const { db, business_id, refuse, expectVersion, emit } = context;
  const old = await db.row<{ skills: string[]; version: number }>(LOCK[kind], [business_id, id]);
  if (old === undefined) throw refuse("not_found", { message: messages[`no_${kind}`] });
  expectVersion(old.version);
  const skills = await checkSkills(context, codes, kind);
  const version = old.version + 1;
  await saveSkills(context, kind, id, skills, version);
  emit({
    subject: { type: kind, id },
    kind: `${kind}.skills_set`,
    payload: { skills },
    before: { skills: old.skills },
    after: { skills },
  });
  return { version, skills };
}

/** Returns the codes sorted, without duplicates. Refuses unknown skills, skills of another kind and expired ones. */
async function checkSkills(
  { db, business_id, business, now, refuse }: Context<"unknown_skill">,
  codes: readonly string[],
  kind: SkillKind,
): Promise<string[]> {
  // Shared locks: a skill cannot be deleted while it is being set.
  const rows = await db.rows<SkillRow>(
    "select * from skill where business_id = $1 and code = any($2::text[]) order by id for share",
    [business_id, [...codes]],
  );
  const skills_by_code = new Map(rows.map((row) => [row.code, row]));
  const today = toLocalDate(now, business.time_zone);
  const errors = codes.flatMap((code, index): RefusalDetail[] => {
    const field = `skills/${index}`;
    const skill = skills_by_code.get(code);
    if (skill === undefined) return [{ field, message: messages.no_skill_of_business.with({ code }) }];
    if (skill.kind !== kind) return [{ field, message: messages[`skill_of_${skill.kind}s`].with({ code }) }];
    if (skill.expires_date !== null && skill.expires_date < today) {
      return [{ field, message: messages.expired.with({ code, date: skill.expires_date }) }];
    }
    return [];
  });
  if (errors.length > 0) throw refuse("unknown_skill", { message: messages.not_every_skill, errors });
  return [...new Set(codes)].sort();
}
