/** Files of labels, and their pages as pictures. */
import type { Context } from "#operation/define/context.ts";

/** Deletes the picture of a page; its subject is the page. */
export const PICTURE_END = "ocr.picture_expires";

const DAY_MS = 86_400_000;

export interface NewUpload {
  name: string;
  content_type: string;
  pages: number;
  /** What is read later. */
  content: Uint8Array | null;
  batch_id: number | null;
}

type Writer = Pick<Context, "db" | "business_id" | "now" | "actor">;

export async function insertUpload(
  { db, business_id, now, actor }: Writer,
  { name, content_type, pages, content, batch_id }: NewUpload,
): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into label_upload (business_id, name, content_type, pages, content, customer_id, batch_id, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      business_id,
      name,
      content_type,
      pages,
      content,
      actor.role === "customer" ? actor.customer_id : null,
      batch_id,
      actor.account_id,
      now,
    ],
  );
  return row?.id as number;
}

/** What is read of an upload is not read again. */
export async function dropContent(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<void> {
  await db.execute("update label_upload set content = null where business_id = $1 and id = $2", [
    business_id,
    id,
  ]);
}

export async function insertPage(
  context: Pick<Context, "db" | "business_id" | "now" | "business" | "due">,
  page: { upload_id: number; page: number; width: number; height: number; picture: Uint8Array },
): Promise<number> {
  const { db, business_id, now, business, due } = context;
  const expires_at = new Date(now.getTime() + business.settings.label_image_days * DAY_MS);
  const row = await db.row<{ id: number }>(
    `insert into label_page (business_id, upload_id, page, width, height, picture, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      business_id,
      page.upload_id,
      page.page,
      page.width,
      page.height,
      Buffer.from(page.picture),
      expires_at,
      now,
    ],
  );
  const id = row?.id as number;
  due.set(PICTURE_END, id, expires_at);
  return id;
}

export async function dropPicture(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  page_id: number,
): Promise<void> {
  await db.execute("update label_page set picture = null where business_id = $1 and id = $2", [
    business_id,
    page_id,
  ]);
}

export function findPicture(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  page_id: number,
): Promise<{ picture: Buffer | null } | undefined> {
  return db.row("select picture from label_page where business_id = $1 and id = $2", [business_id, page_id]);
}
