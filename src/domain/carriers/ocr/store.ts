/** Stores what was read of a page: one label a row, each parsed or waiting for a person. */
import type { ReadLabel } from "#label-reading/shapes.ts";
import type { Context } from "#operation/define/context.ts";
import type { ReadFile } from "./reader.ts";
import { ScanRecord, type ScanRow } from "./records/label-scan.ts";
import { insertPage } from "./records/label-upload.ts";
import { decideStatus, type Failure, findSearchedNumber } from "./rules.ts";

/** A label of a page that was queued, or is new. */
type Place = Pick<ScanRow, "upload_id" | "page" | "customer_id"> & {
  queued: ScanRow | null;
  batch_id?: number;
};

export async function storePage(
  context: Context<never>,
  { page, picture }: ReadFile,
  place: Place,
): Promise<ScanRow[]> {
  const page_id = await insertPage(context, {
    upload_id: place.upload_id,
    page: page.page,
    width: page.width,
    height: page.height,
    picture,
  });
  const rows: ScanRow[] = [];
  for (const [at, label] of page.labels.entries())
    rows.push(await storeLabel(context, label, page_id, at === 0 ? place : { ...place, queued: null }));
  return rows;
}

async function storeLabel(
  context: Context<never>,
  label: ReadLabel,
  page_id: number,
  place: Place,
): Promise<ScanRow> {
  const { business, actor, emit } = context;
  const status = decideStatus(label, business.settings.label_confidence_min);
  const tracking_number = findSearchedNumber(label.fields, {});
  const carrier = label.fields.carrier?.value ?? null;
  const read = {
    status,
    page_id,
    fields: label.fields,
    tracking_candidates: label.tracking_candidates,
    conflicts: label.conflicts,
    box: label.box,
    tracking_number,
    carrier,
  };
  const row =
    place.queued === null
      ? await ScanRecord.insert(context, {
          ...read,
          upload_id: place.upload_id,
          page: place.page,
          customer_id: place.customer_id,
          failure: null,
          created_type: null,
          created_record_id: null,
          reviewed_by: null,
          reviewed_at: null,
          created_by: actor.account_id,
        })
      : await ScanRecord.change(context, place.queued, read);
  emit({
    subject: { type: "label_scan", id: row.id, ...(place.queued === null ? { is_new: true } : {}) },
    kind: status === "parsed" ? "ocr.parsed" : "ocr.needs_review",
    payload: {
      customer_id: row.customer_id,
      carrier,
      tracking_number,
      conflicts: [...label.conflicts],
    },
    ...(place.batch_id === undefined ? {} : { batch_id: place.batch_id }),
  });
  return row;
}

/** A queued label that was not read. */
export async function failScan(context: Context<never>, row: ScanRow, failure: Failure): Promise<void> {
  await ScanRecord.change(context, row, { status: "failed", failure });
  context.emit({
    subject: { type: "label_scan", id: row.id },
    kind: "ocr.failed",
    payload: { customer_id: row.customer_id, failure },
  });
}
