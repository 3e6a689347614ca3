/** Labels as a caller sees them. */
import type { FieldName } from "#label-reading/shapes.ts";
import { FIELD_NAMES } from "#label-reading/shapes.ts";
import type { Context } from "#operation/define/context.ts";
import { findMatches } from "./matches.ts";
import { getScan, listScans, type ScanView } from "./records/label-scan.ts";
import type { LabelField, LabelScan } from "./shapes.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "business" | "actor" | "publish">;

export async function presentScans(context: Reader, rows: readonly ScanView[]): Promise<LabelScan[]> {
  const matches = await findMatches(
    context,
    rows.flatMap(({ tracking_number }) => tracking_number ?? []),
  );
  const confidence_min = context.business.settings.label_confidence_min;
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    failure: row.failure,
    upload_name: row.name,
    page: row.page,
    page_width: row.page_width,
    page_height: row.page_height,
    box: row.box,
    fields: FIELD_NAMES.flatMap((name) => presentField(row, name, confidence_min)),
    carrier: row.carrier,
    tracking_number: row.tracking_number,
    tracking_candidates: row.tracking_candidates,
    conflicts: row.conflicts,
    matched: row.tracking_number === null ? [] : (matches.get(row.tracking_number) ?? []),
    created: row.created_type === null ? null : { type: row.created_type, id: row.created_record_id ?? 0 },
    has_image: row.has_picture,
    image_expires_at: row.picture_expires_at,
    customer_id: row.customer_id,
    job_id: row.job_id,
    reviewed_by: row.reviewed_by,
    reviewed_at: row.reviewed_at,
    version: row.version,
    created_at: row.created_at,
  }));
}

/** What a person added stands somewhere on the label. */
function presentField(
  { fields, corrections, box }: ScanView,
  name: FieldName,
  confidence_min: number,
): LabelField[] {
  const read = fields[name];
  const corrected = corrections[name];
  if (read === undefined) {
    if (corrected === undefined || corrected === null || box === null) return [];
    return [
      { name, value: corrected, read_value: null, confidence: 1, box, source: "person", is_certain: true },
    ];
  }
  const is_corrected = corrected !== undefined && corrected !== read.value;
  return [
    {
      name,
      value: corrected === undefined ? read.value : corrected,
      read_value: read.value,
      confidence: is_corrected ? 1 : read.confidence,
      box: read.box,
      source: is_corrected ? "person" : read.source,
      is_certain: corrected !== undefined || read.confidence >= confidence_min,
    },
  ];
}

export async function answerScan(context: Reader, id: number) {
  const row = await getScan(context, id);
  const [scan] = await presentScans(context, [row]);
  return { result: true, version: row.version, scan: scan as LabelScan };
}

export async function answerScans(context: Reader, ids: readonly number[]): Promise<LabelScan[]> {
  return presentScans(context, await listScans(context, ids));
}
