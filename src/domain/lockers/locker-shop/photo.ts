/** The photo of a product. */
import { findOwnImages } from "#domain/files/files/public.ts";
import { buildProofLink } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { attachFiles } from "#operation/files/attached-files.ts";
import { messages } from "./messages.ts";
import { PRODUCT } from "./records/product.ts";

export const PHOTO_REFUSALS = { unknown_file: "invalid" } as const;

/** An image that the caller uploaded. */
export async function expectOwnImage(
  context: Context<keyof typeof PHOTO_REFUSALS>,
  file_id: number,
): Promise<void> {
  if (!(await findOwnImages(context, [file_id])).has(file_id))
    throw context.refuse("unknown_file", {
      message: messages.unknown_file,
      errors: [{ field: "photo_file_id", message: messages.unknown_file }],
    });
}

export const attachPhoto = (
  context: Pick<Context, "db" | "business_id">,
  product_id: number,
  file_id: number,
): Promise<void> => attachFiles(context, [{ file_id, subject: { type: PRODUCT, id: product_id } }]);

const HALF_HOUR_MS = 30 * 60_000;

/** The same for half an hour, so that a page that asks again does not load the picture again. */
export const buildPhotoUrl = (
  { settings, business_id, now }: Pick<Context, "settings" | "business_id" | "now">,
  file_id: number | null,
): string | null =>
  file_id === null
    ? null
    : buildProofLink(
        settings,
        business_id,
        file_id,
        new Date(Math.floor(now.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS),
      );
