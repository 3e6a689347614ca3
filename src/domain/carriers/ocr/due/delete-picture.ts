/** The time of a picture is over: it shows names and addresses, and what was read of it stays. */
import { defineDue } from "#operation/define/due.ts";
import { dropPicture, PICTURE_END } from "../records/label-upload.ts";

export const deletePictureDue = defineDue({
  kind: PICTURE_END,

  async run(context, { subject }) {
    const page_id = Number(subject);
    const { db, business_id, emit } = context;
    const scans = await db.rows<{ id: number }>(
      "select id from label_scan where business_id = $1 and page_id = $2 order by id for update",
      [business_id, page_id],
    );
    await dropPicture(context, page_id);
    for (const { id } of scans)
      emit({ subject: { type: "label_scan", id }, kind: "ocr.image_deleted", payload: {} });
  },
});
