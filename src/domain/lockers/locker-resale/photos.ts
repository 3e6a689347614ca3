/** Adds photos to a locked handover. */
import { findOwnImages } from "#domain/files/files/public.ts";
import type { Context } from "#operation/define/context.ts";
import { attachFiles } from "#operation/files/attached-files.ts";
import type { LockedHandover } from "./load.ts";
import { messages } from "./messages.ts";
import { HANDOVER } from "./records/handover.ts";
import { listPhotos, PHOTOS_MAX, PhotoRecord } from "./records/photo.ts";

export const PHOTO_REFUSALS = { unknown_file: "invalid", too_many_photos: "conflict" } as const;

/** Images that the caller uploaded, or the photos that its link has added. Those that it has already stay as they are. */
export async function addPhotos(
  context: Context<keyof typeof PHOTO_REFUSALS>,
  { row, side }: Pick<LockedHandover, "row" | "side">,
  file_ids: readonly number[],
  field: string,
): Promise<void> {
  const { refuse } = context;
  const photos = await listPhotos(context, [row.id]);
  const added_before = new Set(photos.filter((one) => one.side === side).map(({ file_id }) => file_id));
  const missing = file_ids.filter((id) => !added_before.has(id));
  const own_images = await findOwnImages(context, missing);
  if (missing.some((id) => !own_images.has(id)))
    throw refuse("unknown_file", {
      message: messages.unknown_file,
      errors: [{ field, message: messages.unknown_file }],
    });
  for (const file_id of missing)
    await addPhoto(context, { row, side }, file_id, photos.length + missing.length);
}

/** One whose file the caller may use. `count`: how many there are with it. */
export async function addPhoto(
  context: Context<keyof typeof PHOTO_REFUSALS>,
  { row, side }: Pick<LockedHandover, "row" | "side">,
  file_id: number,
  count: number,
): Promise<void> {
  if (count > PHOTOS_MAX)
    throw context.refuse("too_many_photos", {
      message: messages.too_many_photos,
      values: { max: PHOTOS_MAX },
    });
  const { id: handover_id, status: moment } = row;
  const taken_at = context.now.toISOString();
  await PhotoRecord.insertIfAbsent(context, { handover_id, file_id, side, moment, taken_at });
  await attachFiles(context, [{ file_id, subject: { type: HANDOVER, id: handover_id } }]);
  context.emit({
    subject: { type: HANDOVER, id: handover_id },
    kind: "resale.photo_added",
    payload: { file_id, side },
  });
}
