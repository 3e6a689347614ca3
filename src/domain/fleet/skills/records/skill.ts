/** Skills: what one is, how it is found and stored. Expired ones count as if nobody had them. */
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import { messages } from "../messages.ts";
import type { SkillKind } from "../shapes.ts";

export interface SkillRow extends Row<"skill"> {
  kind: SkillKind;
}

export const SkillRecord = defineRecord<"skill", SkillRow>("skill", messages.no_skill);

/** The members that audit entries contain. */
export const pickAudited = ({ code, name, kind, expires_date }: SkillRow) => ({
  code,
  name,
  kind,
  expires_date,
});

/** Codes of skills that have expired by a date (`YYYY-MM-DD`). */
export async function findExpiredSkills(db: Db, business_id: number, date: string): Promise<Set<string>> {
  const rows = await db.rows<{ code: string }>(
    "select code from skill where business_id = $1 and expires_date < $2::date",
    [business_id, date],
  );
  return new Set(rows.map((row) => row.code));
}
