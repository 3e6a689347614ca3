/** Photos of a receipt: uploaded by the caller first, then referred to. */
import type { Context } from "#operation/define/context.ts";
import { attachFiles } from "#operation/files/attached-files.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { messages } from "./messages.ts";

export async function attachReceiptPhotos(
  context: Context<"unknown_photo">,
  receipt_id: number,
  file_ids: readonly number[],
): Promise<void> {
  if (file_ids.length === 0) return;
  const { db, business_id, actor, refuse } = context;
  const files = await db.rows<{ id: number }>(
    "select id from file where business_id = $1 and id = any($2::bigint[]) and uploaded_by = $3",
    [business_id, [...file_ids], actor.account_id],
  );
  const known_file_ids = new Set(files.map(({ id }) => id));
  const errors = file_ids.flatMap((id, index) =>
    known_file_ids.has(id) ? [] : [{ field: `file_ids/${index}`, message: fields.no_uploaded_file }],
  );
  if (errors.length > 0) throw refuse("unknown_photo", { message: messages.unknown_photo, errors });
  const subject = { type: "receipt", id: receipt_id };
  await attachFiles(
    context,
    file_ids.map((file_id, index) => ({ file_id, subject, field: `file_ids/${index}` })),
  );
}
