/** Photos of both sides. They are never removed: they are evidence. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Side } from "../rules.ts";

interface PhotoRow extends Row<"resale_photo"> {
  side: Side;
}

export interface Photo extends PhotoRow {
  sha256: string;
}

export const PhotoRecord = defineRecord<"resale_photo", PhotoRow>("resale_photo");

export const PHOTOS_MAX = 30;

/** In the order in which they were added. */
export const listPhotos = (
  { db, business_id }: Pick<Context, "db" | "business_id">,
  handover_ids: readonly number[],
): Promise<Photo[]> =>
  db.rows<Photo>(
    `select p.*, f.sha256 from resale_photo p join file f on f.business_id = p.business_id and f.id = p.file_id
      where p.business_id = $1 and p.handover_id = any($2::bigint[]) order by p.id`,
    [business_id, [...handover_ids]],
  );
