/** Records as a file: what the caller sees of them, in the order of the columns. */
import type { Context } from "#operation/define/context.ts";
import { EXPORT_PIECE, giveWay, takeExportTurn } from "#platform/fairness/exports.ts";
import { XLSX } from "#platform/files/media-types.ts";
import { type SheetValue, toCsvLine } from "#spreadsheet/csv.ts";
import type { Column } from "./columns.ts";
import { type Selection, selectRecords, toCells } from "./read.ts";
import type { DatasetView } from "./records/dataset.ts";
import type { RecordVersion } from "./records/dataset-record.ts";
import { writeWorkbook } from "./table.ts";
import { type CellValue, formatValue } from "./values.ts";

export const EXPORT_FORMATS = ["csv", "xlsx", "geojson"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_MAX = 250_000;

const TYPES: Record<ExportFormat, string> = {
  csv: "text/csv",
  xlsx: XLSX,
  geojson: "application/geo+json",
};

/** Read in pieces, so that other requests are answered in between. */
async function* readAll(context: Context<never>, view: DatasetView, selection: Selection) {
  for (let after_id: number | undefined; ; ) {
    const rows = await selectRecords(context, view, selection, { limit: EXPORT_PIECE, after_id });
    yield rows;
    after_id = rows.at(-1)?.id;
    if (rows.length < EXPORT_PIECE) return;
    await giveWay();
  }
}

export async function buildExport(
  context: Context<never>,
  view: DatasetView,
  selection: Selection,
  format: ExportFormat,
): Promise<{ bytes: Uint8Array; name: string; content_type: string }> {
  const name = `${
    view.name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .slice(0, 60) || "dataset"
  }.${format}`;
  const bytes = await takeExportTurn(
    () => BUILDERS[format](context, view, selection),
    context.request.disconnected?.(),
  );
  return { bytes, name, content_type: TYPES[format] };
}

type Builder = (context: Context<never>, view: DatasetView, selection: Selection) => Promise<Uint8Array>;

const toSheetValue = (value: CellValue | undefined): SheetValue =>
  value === undefined ? null : typeof value === "number" ? value : formatValue(value);

const HEADS = ["id", "lat", "lng"];

/** Columns follow the id and the position, so that the file can be changed and imported again by key. */
function toLine(
  { columns, sees_position }: DatasetView,
  { id, values, lat, lng }: RecordVersion,
): SheetValue[] {
  const position = sees_position ? [lat, lng] : [null, null];
  return [id, ...position, ...columns.map(({ n }) => toSheetValue(values[`c${n}`]))];
}

const listHeads = (columns: readonly Column[]): string[] => [...HEADS, ...columns.map(({ key }) => key)];

const buildCsv: Builder = async (context, view, selection) => {
  const parts = [`\uFEFF${toCsvLine(listHeads(view.columns))}`];
  for await (const rows of readAll(context, view, selection))
    parts.push(rows.map((row) => toCsvLine(toLine(view, row))).join(""));
  return Buffer.from(parts.join(""));
};

const buildXlsx: Builder = async (context, view, selection) => {
  const lines: SheetValue[][] = [];
  for await (const rows of readAll(context, view, selection))
    lines.push(...rows.map((row) => toLine(view, row)));
  return writeWorkbook(view.name, { heads: listHeads(view.columns), rows: lines });
};

/** RFC 7946: records without a position have no geometry. */
const buildGeoJson: Builder = async (context, view, selection) => {
  const parts: string[] = [];
  for await (const rows of readAll(context, view, selection))
    for (const { id, values, lat, lng } of rows) {
      const at = view.sees_position && lat !== null && lng !== null;
      const geometry = at ? { type: "Point", coordinates: [lng, lat] } : null;
      parts.push(
        JSON.stringify({ type: "Feature", id, geometry, properties: toCells(values, view.columns) }),
      );
    }
  return Buffer.from(`{"type":"FeatureCollection","features":[${parts.join(",\n")}]}`);
};

const BUILDERS: Record<ExportFormat, Builder> = { csv: buildCsv, xlsx: buildXlsx, geojson: buildGeoJson };
