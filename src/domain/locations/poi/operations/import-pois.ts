/**
 * Import a file of points of interest: CSV, GeoJSON, KML or KMZ.
 *
 * Rows that do not fit are listed and change nothing. Up to 200 rows are imported within the request, more by a job.
 */
import Type from "typebox";
import { fileMembers, PLACES } from "#operation/define/accepted-files.ts";
import { defineOperation } from "#operation/define/define.ts";
import { addResults, insertBatch } from "#operation/records/batch.ts";
import { describeFileFault } from "#operation/response/platform-messages.ts";
import { readUploadedTable, sliceRows } from "#platform/files/reader.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import { getDecimalMark } from "#spreadsheet/read-cell.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { DUPLICATE_RULES, IMPORT_ROWS_MAX, INLINE_ROWS, importProgress, importRows } from "../import.ts";
import { messages } from "../messages.ts";
import { PoiKind } from "../shapes.ts";

const ACCEPTED_FILES = [PLACES];

export const importPois = defineOperation({
  name: "poiImport",
  summary: "Import points of interest",
  description:
    "Columns are geometry (GeoJSON) or lat and lng, name, kind, ref, line1, line2, postal_code, city, region, country, tags, visibility, hours, " +
    "time_zone, geofence and service_time_s; all others become attributes. A duplicate has the reference of another, or its name and kind within " +
    "50 m.",
  access: { scopes: ["address:write"] },
  rest: { method: "POST", path: "/api/v1/poi/import", status: 202 },
  localised: true,
  destructive: false,
  accepts_file: ACCEPTED_FILES,
  checks_idempotency_first: true,
  input: Type.Object({
    ...fileMembers(ACCEPTED_FILES),
    kind: Type.Optional({ ...PoiKind, description: "Of rows that say none; other when absent." }),
    duplicates: Type.Optional(
      StringEnum(DUPLICATE_RULES, {
        description: "What becomes of rows that are there already; skip when absent.",
      }),
    ),
  }),
  output: Type.Object(importProgress),
  refusals: { unreadable_file: "invalid", file_too_large: "too_large" },

  async prepare({ business, refuse }, { content_base64, content_type }) {
    try {
      const table = await readUploadedTable({
        bytes: Buffer.from(content_base64, "base64"),
        type: content_type,
        rows_max: IMPORT_ROWS_MAX,
        decimal: getDecimalMark(business.country),
        has_geometry: true,
      });
      if (!("fault" in table)) return table;
      throw refuse(table.is_too_large ? "file_too_large" : "unreadable_file", {
        message: messages.unreadable_file,
        errors: [{ field: "content_base64", message: describeFileFault(table.fault) }],
      });
    } catch (error) {
      throw error instanceof ThreadsBusy ? refuse("busy") : error;
    }
  },

  async run(context, { kind = "other", duplicates = "skip" }, table) {
    const { enqueue, dry_run, business_id, actor, emit } = context;
    const total = table.rows_total;
    const options = { headings: table.headings, kind, duplicates };
    const rows = sliceRows(table, 0, total);
    const is_queued = total > INLINE_ROWS && !dry_run;
    const batch = await insertBatch(context, {
      operation: "poiImport",
      state: is_queued ? "QUEUED" : "RUNNING",
      total,
      request: is_queued ? { options, rows } : null,
    });
    emit({
      subject: { type: "poi_import", id: batch.public_id, is_new: true },
      kind: "poi.import_started",
      payload: { rows: total },
      batch_id: batch.id,
    });
    const progress = { result: true, import_id: batch.public_id, total };
    if (is_queued) {
      enqueue({
        name: "poi.import",
        data: { business_id, account_id: actor.account_id, batch_id: batch.id },
      });
      return { ...progress, state: "QUEUED" as const, done: 0, failed: 0 };
    }
    const results = await importRows(context, rows, options, { id: batch.id, first_row: 1 });
    const failed = results.filter(({ outcome }) => outcome === "failed").length;
    const { state, items_done, items_failed } = await addResults(context, batch.id, {
      done: results.length - failed,
      failed,
      results,
      is_last: true,
    });
    emit({
      subject: { type: "poi_import", id: batch.public_id },
      kind: "poi.import_finished",
      payload: { rows: total, failed },
      batch_id: batch.id,
    });
    return { ...progress, state, done: items_done, failed: items_failed };
  },
});
