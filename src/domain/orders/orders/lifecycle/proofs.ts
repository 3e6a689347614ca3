/** Writes proofs of orders: what drivers, riders and carriers captured at a door. */
import type { Context } from "#operation/define/context.ts";
import { attachFiles } from "#operation/files/file-subjects.ts";
import type { ProofRow } from "../tables.ts";

/** A proof before it is stored. */
export type Evidence = Omit<
  ProofRow,
  "id" | "business_id" | "subject_type" | "subject_id" | "stop_id" | "captured_by" | "created_at"
>;

/** Files of the evidence belong to its orders from then on. Returns the number of rows. */
export async function insertProofs(
  context: Pick<Context, "db" | "business_id" | "actor" | "now">,
  stop_id: number | null,
  proofs: readonly (Evidence & { order_id: number })[],
): Promise<number> {
  if (proofs.length === 0) return 0;
  const { db, business_id, actor, now } = context;
  const stored = db.execute(
    `insert into proof (business_id, subject_type, subject_id, stop_id, kind, file_id, sha256, value, signed_by, relation, lat, lng, captured_at,
       captured_by, created_at)
     select $1, 'order', p.order_id, $3, p.kind, p.file_id, p.sha256, p.value, p.signed_by, p.relation, p.lat, p.lng, p.captured_at, $4, $5
       from json_to_recordset($2::json) as p(order_id bigint, kind text, file_id bigint, sha256 text, value text, signed_by text,
         relation text, lat float8, lng float8, captured_at timestamptz)`,
    [business_id, JSON.stringify(proofs), stop_id, actor.account_id, now],
  );
  await attachFiles(
    context,
    proofs.flatMap(({ order_id, file_id }) =>
      file_id === null ? [] : [{ file_id, subject: { type: "order", id: order_id } }],
    ),
  );
  return stored;
}
