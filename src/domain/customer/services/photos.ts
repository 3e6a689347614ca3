/** Photos of goods, for the families whose orders they are: uploaded first, then referred to. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { attachFiles } from "#operation/files/attached-files.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";

/** Member of an input. */
export const PhotoIds = Type.Array(Ref("file"), {
  maxItems: 20,
  uniqueItems: true,
  description: "Files that the caller uploaded.",
});

/** Refuses files that are not the caller's own. */
export async function attachPhotos(
  context: Context<never>,
  photos: readonly { file_id: number; subject: { type: string; id: number }; field: string }[],
): Promise<void> {
  if (photos.length === 0) return;
  const { db, business_id, actor, refuse } = context;
  const files = await db.rows<{ id: number }>(
    "select id from file where business_id = $1 and id = any($2::bigint[]) and uploaded_by = $3",
    [business_id, photos.map(({ file_id }) => file_id), actor.account_id],
  );
  const known_file_ids = new Set(files.map(({ id }) => id));
  const unknown = photos.filter(({ file_id }) => !known_file_ids.has(file_id));
  if (unknown.length > 0) {
    throw refuse("invalid_request", {
      message: messages.unknown_photo,
      errors: unknown.map(({ field }) => ({ field, message: fields.no_uploaded_file })),
    });
  }
  await attachFiles(context, photos);
}
