/** Photos of exceptions, which those see who see the device order. */
import type { Context } from "#operation/define/context.ts";
import { attachFiles } from "#operation/files/attached-files.ts";
import { messages } from "./messages.ts";

export const PHOTO_REFUSALS = { unknown_file: "invalid" } as const;

/** An image that the caller uploaded. */
export async function attachPhoto(
  context: Context<keyof typeof PHOTO_REFUSALS>,
  device_order_id: number,
  file_id: number,
): Promise<void> {
  const { db, business_id, actor, refuse } = context;
  const photo = await db.row(
    "select id from file where business_id = $1 and id = $2 and uploaded_by = $3 and content_type like 'image/%'",
    [business_id, file_id, actor.account_id],
  );
  if (photo === undefined)
    throw refuse("unknown_file", {
      message: messages.unknown_file,
      errors: [{ field: "photo_file_id", message: messages.unknown_file }],
    });
  await attachFiles(context, [{ file_id, subject: { type: "device_order", id: device_order_id } }]);
}
