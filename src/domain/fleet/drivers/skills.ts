/** Stores the skills of a driver or a vehicle, which the family `skills` decides and whose row it has locked. */
import type { Context } from "#operation/define/context.ts";

const SET_SKILLS = {
  driver: "update driver set skills = $3, version = $4 where business_id = $1 and id = $2",
  vehicle: "update vehicle set skills = $3, version = $4 where business_id = $1 and id = $2",
} as const;

export async function saveSkills(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  kind: keyof typeof SET_SKILLS,
  id: number,
  skills: readonly string[],
  version: number,
): Promise<void> {
  await db.execute(SET_SKILLS[kind], [business_id, id, skills, version]);
}
