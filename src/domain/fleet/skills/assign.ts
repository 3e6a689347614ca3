/** Validates the skills of a driver or a vehicle: the whole list, each of the right kind and not expired. */
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { SKILL_COLUMNS, type SkillKind, type SkillRow } from "./shapes.ts";

/** Returns the codes sorted, without duplicates. Refuses unknown skills, skills of another kind and expired ones. */
export async function checkSkills(
  { db, business_id, actor, now, refuse }: Context<"unknown_skill">,
  codes: readonly string[],
  kind: SkillKind,
): Promise<string[]> {
  // Shared locks: a skill cannot be deleted while it is being set.
  const rows = await db.rows<SkillRow>(
    `select ${SKILL_COLUMNS} from skill where business_id = $1 and code = any($2::text[]) order by id for share`,
    [business_id, [...codes]],
  );
  const known = new Map(rows.map((row) => [row.code, row]));
  const today = toLocalDate(now, actor.business?.time_zone ?? "UTC");
  const errors = codes.flatMap((code, index): RefusalDetail[] => {
    const field = `skills/${index}`;
    const skill = known.get(code);
    if (skill === undefined) return [{ field, message: `${code} is not a skill of this business` }];
    if (skill.kind !== kind) return [{ field, message: `${code} is a skill of ${skill.kind}s` }];
    if (skill.expires_date !== null && skill.expires_date < today) {
      return [{ field, message: `${code} expired on ${skill.expires_date}` }];
    }
    return [];
  });
  if (errors.length > 0) throw refuse("unknown_skill", { message: "Not every skill can be set.", errors });
  return [...new Set(codes)].sort();
}
