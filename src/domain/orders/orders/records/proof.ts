/** Proofs of orders: what drivers, riders and carriers captured at a door. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import { attachFiles } from "#operation/files/attached-files.ts";

interface ProofRow extends Row<"proof"> {
  kind: "photo" | "signature" | "pin" | "scan" | "id_check" | "note";
  /** The code scanned or text written; a PIN is checked and not stored. */
  value: string | null;
}

const ProofRecord = defineRecord<"proof", ProofRow>("proof");

/** A proof before it is stored. */
export type Evidence = Required<
  Omit<NewRow<"proof", ProofRow>, "subject_type" | "subject_id" | "stop_id" | "captured_by">
>;

/** Files of the evidence belong to its orders from then on. Returns the number of rows. */
export async function insertProofs(
  context: Pick<Context, "db" | "business_id" | "actor" | "now">,
  stop_id: number | null,
  proofs: readonly (Evidence & { order_id: number })[],
): Promise<number> {
  if (proofs.length === 0) return 0;
  const proof_rows = ProofRecord.insertMany(
    context,
    proofs.map(({ order_id, kind, file_id, sha256, value, signed_by, relation, lat, lng, captured_at }) => ({
      subject_type: "order",
      subject_id: order_id,
      stop_id,
      kind,
      file_id,
      sha256,
      value,
      signed_by,
      relation,
      lat,
      lng,
      captured_at,
      captured_by: context.actor.account_id,
    })),
  );
  await attachFiles(
    context,
    proofs.flatMap(({ order_id, file_id }) =>
      file_id === null ? [] : [{ file_id, subject: { type: "order", id: order_id } }],
    ),
  );
  return (await proof_rows).length;
}
