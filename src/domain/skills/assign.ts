/** Giving a driver or a vehicle its skills: the whole list, each of the right kind and still good. */
import type { Context } from "#operation/context.ts";
import type { RefusalDetail } from "#operation/refusal.ts";
import { dateIn } from "#vocabulary/calendar.ts";
import { SKILL_COLUMNS, type SkillKind, type SkillRow } from "./shapes.ts";

/** The codes in order, each once. Refuses what is not a skill of this kind, or is no longer good. */
export async function checkSkills(
  { db, business_id, actor, now, refuse }: Context<"unknown_skill">,
  codes: readonly string[],
  kind: SkillKind,
): Promise<string[]> {
  // Shared locks: a skill that is being given to somebody is not deleted meanwhile.
  const rows = await db.rows<SkillRow>(
    `select ${SKILL_COLUMNS} from skill where business_id = $1 and code = any($2::text[]) order by id for share`,
    [business_id, [...codes]],
  );
  const known = new Map(rows.map((row) => [row.code, row]));
  const today = dateIn(now, actor.business?.time_zone ?? "UTC");
  const faults = codes.flatMap((code, index): RefusalDetail[] => {
    const field = `skills/${index}`;
    const skill = known.get(code);
    if (skill === undefined) return [{ field, message: `${code} is not a skill of this business` }];
    if (skill.kind !== kind) return [{ field, message: `${code} is a skill of ${skill.kind}s` }];
    if (skill.expires_date !== null && skill.expires_date < today) {
      return [{ field, message: `${code} expired on ${skill.expires_date}` }];
    }
    return [];
  });
  if (faults.length > 0)
    throw refuse("unknown_skill", { message: "Not every skill can be given.", errors: faults });
  return [...new Set(codes)].sort();
}
