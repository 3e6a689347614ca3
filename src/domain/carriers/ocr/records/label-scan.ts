/** Labels that were read, or wait for it. */

import type { Box, FieldName, Fields, TrackingCandidate } from "#label-reading/shapes.ts";
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { Corrections, Failure, ScanStatus } from "../rules.ts";

export interface ScanRow extends Row<"label_scan"> {
  status: ScanStatus;
  failure: Failure | null;
  fields: Fields;
  tracking_candidates: TrackingCandidate[];
  conflicts: FieldName[];
  box: Box | null;
  corrections: Corrections;
  created_type: "order" | "inbound" | null;
}

export const ScanRecord = defineRecord<"label_scan", ScanRow>("label_scan", messages.unknown_scan);

/** With what is shown of its page and upload. */
export interface ScanView extends ScanRow {
  name: string;
  job_id: string | null;
  page_width: number | null;
  page_height: number | null;
  has_picture: boolean;
  picture_expires_at: string | null;
}

export const SCANS_FROM = `label_scan s
  join label_upload u on u.business_id = s.business_id and u.id = s.upload_id
  left join batch b on b.business_id = s.business_id and b.id = u.batch_id
  left join label_page p on p.business_id = s.business_id and p.id = s.page_id`;
export const SCAN_COLUMNS = `s.*, u.name, b.public_id::text as job_id, p.width as page_width, p.height as page_height,
  p.picture is not null as has_picture, p.expires_at as picture_expires_at`;

type Reader = Pick<Context, "db" | "business_id" | "actor">;

/** Customers see their own; null: everything of the business. */
export const getOwnerId = ({ actor }: Pick<Context, "actor">): number | null =>
  actor.role === "customer" ? (actor.customer_id ?? 0) : null;

const ONE = `select ${SCAN_COLUMNS} from ${SCANS_FROM}
  where s.business_id = $1 and s.id = $2 and ($3::bigint is null or s.customer_id = $3)`;

export async function getScan(context: Reader, id: number): Promise<ScanView> {
  const { db, business_id } = context;
  return expectRecord(
    await db.row<ScanView>(ONE, [business_id, id, getOwnerId(context)]),
    messages.unknown_scan,
  );
}

/** Locked until the end of the transaction. */
export async function lockScan(context: Reader, id: number): Promise<ScanRow> {
  const { db, business_id } = context;
  return expectRecord(
    await db.row<ScanRow>(
      "select * from label_scan where business_id = $1 and id = $2 and ($3::bigint is null or customer_id = $3) for update",
      [business_id, id, getOwnerId(context)],
    ),
    messages.unknown_scan,
  );
}

export function listScans(context: Reader, ids: readonly number[]): Promise<ScanView[]> {
  const { db, business_id } = context;
  return db.rows<ScanView>(
    `select ${SCAN_COLUMNS} from ${SCANS_FROM} where s.business_id = $1 and s.id = any($2::bigint[]) order by s.id`,
    [business_id, ids],
  );
}

/** Labels of one upload that were not read yet, by page. */
export function lockQueued(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  upload_id: number,
): Promise<ScanRow[]> {
  return db.rows<ScanRow>(
    `select * from label_scan where business_id = $1 and upload_id = $2 and status = 'queued' order by page, id for update`,
    [business_id, upload_id],
  );
}
