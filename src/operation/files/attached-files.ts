/** What files belong to. The family of the type decides who reads a record, and so its files (`define/record-kind.ts`). */
import { actorHasScope } from "../caller/actor.ts";
import type { Context } from "../define/context.ts";

export interface AttachedRecord {
  type: string;
  id: number;
}

/** Adds to what the files belong to already. */
export async function attachFiles(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  attachments: readonly { file_id: number; subject: AttachedRecord }[],
): Promise<void> {
  if (attachments.length === 0) return;
  await db.execute(
    `insert into file_subject (business_id, file_id, subject_type, subject_id)
     select $1, * from unnest($2::bigint[], $3::text[], $4::bigint[]) on conflict do nothing`,
    [
      business_id,
      attachments.map(({ file_id }) => file_id),
      attachments.map(({ subject }) => subject.type),
      attachments.map(({ subject }) => subject.id),
    ],
  );
}

type Reader = Pick<Context, "actor" | "db" | "business_id" | "now" | "publish" | "record_kinds">;

/** Whether the caller may read one of these records: its type has files, the caller the scope, and the family agrees. */
export async function mayReadAny(context: Reader, records: readonly AttachedRecord[]): Promise<boolean> {
  for (const [type, of_type] of Map.groupBy(records, (record) => record.type)) {
    const reading = context.record_kinds.get(type)?.reading;
    if (reading === undefined || !actorHasScope(context.actor, reading.scope)) continue;
    const ids = of_type.map(({ id }) => id);
    if ((await reading.findReadable(context, ids)).length > 0) return true;
  }
  return false;
}
