/** Imports rows of a file into the address book. Shared by the request and by the job for long files. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { findSchemaErrors } from "#operation/define/schema.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";
import { Place } from "#vocabulary/place.ts";
import { readCsv } from "./csv.ts";
import { computeScore, findDoubts, RESOLVABLE_SCORE } from "./rules.ts";
import { saveEntry } from "./save.ts";
import { EntryAccess } from "./shapes.ts";

/** Fields that a column can be mapped to. */
export const IMPORT_FIELDS = [
  "label",
  "name",
  "phone",
  "email",
  "line1",
  "line2",
  "city",
  "region",
  "postal_code",
  "country",
  "lat",
  "lng",
  "instructions",
  "access_code",
  "floor",
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Files with more rows than this are imported by a background job. */
export const INLINE_ROWS = 500;
export const IMPORT_ROWS_MAX = 20_000;

export const ImportRow = Type.Object(
  {
    row: Type.Integer({ minimum: 1, description: "Counted from the first row after the header." }),
    result: Type.Boolean(),
    entry_id: Type.Union([Type.Integer(), Type.Null()]),
    merged: Type.Boolean(),
    errors: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
  },
  { $id: "AddressImportRow" },
);
export type ImportRow = Type.Static<typeof ImportRow>;

/** Progress of an import. */
export const importProgress = {
  result: Type.Boolean(),
  import_id: Type.String(),
  state: StringEnum(BATCH_STATES),
  total: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
};

/** One row of the file, by field; empty cells are left out. */
export type Cells = { [F in ImportField]?: string };

export type ReadResult = { rows: Cells[] } | { fault: { field: string; message: string } };

/**
 * Reads the rows of a file with a mapping from field to column name. Without a mapping, columns are matched by the names
 * of the fields.
 */
export function readRows(csv: string, mapping: Partial<Record<ImportField, string>> | undefined): ReadResult {
  const table = readCsv(csv);
  if (typeof table === "string") return { fault: { field: "csv", message: table } };
  const { header, rows } = table;
  if (rows.length === 0) return { fault: { field: "csv", message: "has no rows after its header" } };
  if (rows.length > IMPORT_ROWS_MAX) {
    return {
      fault: {
        field: "csv",
        message: `has ${rows.length} rows; at most ${IMPORT_ROWS_MAX} can be imported at once`,
      },
    };
  }
  const names =
    mapping ??
    Object.fromEntries(
      IMPORT_FIELDS.filter((field) => header.includes(field)).map((field) => [field, field]),
    );
  if (names.line1 === undefined) {
    return {
      fault: {
        field: "mapping/line1",
        message: `names no column; the file has: ${header.join(", ").slice(0, 200)}`,
      },
    };
  }
  const columns: [ImportField, number][] = [];
  for (const [field, name] of Object.entries(names)) {
    const index = header.indexOf(name);
    if (index === -1)
      return { fault: { field: `mapping/${field}`, message: `names "${name}", which is not a column` } };
    columns.push([field as ImportField, index]);
  }
  return {
    rows: rows.map((row) =>
      Object.fromEntries(
        columns.flatMap(([field, index]) => {
          const cell = row[index]?.trim() ?? "";
          return cell === "" ? [] : [[field, cell]];
        }),
      ),
    ),
  };
}

const NUMBER = /^-?\d{1,3}(?:[.,]\d+)?$/;

/** A row as place and access, with its errors. */
function buildDraft(cells: Cells) {
  const { label, access_code, floor, instructions, lat, lng, country, ...address } = cells;
  const errors: { field: string; message: string }[] = [];
  const parseDegrees = (field: "lat" | "lng", cell: string | undefined) => {
    if (cell === undefined) return undefined;
    if (NUMBER.test(cell)) return Number(cell.replace(",", "."));
    errors.push({ field, message: "must be a number of degrees" });
    return undefined;
  };
  const at = { lat: parseDegrees("lat", lat), lng: parseDegrees("lng", lng) };
  if ((lat === undefined) !== (lng === undefined))
    errors.push({ field: "lng", message: "lat and lng go together" });
  const place = {
    ...address,
    ...(country === undefined ? {} : { country: country.toUpperCase() }),
    ...(at.lat === undefined || at.lng === undefined ? {} : at),
  } as Place;
  const access: EntryAccess = {
    ...(access_code === undefined ? {} : { code: access_code }),
    ...(floor === undefined ? {} : { floor }),
    ...(instructions === undefined ? {} : { instructions }),
  };
  for (const [schema, value] of [
    [Place, place],
    [EntryAccess, access],
    [Type.Object({ label: Type.String({ maxLength: 120 }) }), { label: label ?? "" }],
  ] as const) {
    for (const { field, message } of findSchemaErrors(schema, "write", value) ?? [])
      errors.push({ field: field ?? "", message });
  }
  return { label: label ?? "", place, access, errors };
}

export interface ImportTarget {
  customer_id: number | null;
  batch_id: number;
  /** Number of the first row. */
  from: number;
}

/** Saves valid rows, in order; an invalid row is reported and changes nothing. Does not geocode. */
export async function importRows(
  context: Context<never>,
  rows: readonly Cells[],
  { customer_id, batch_id, from }: ImportTarget,
): Promise<ImportRow[]> {
  const results: ImportRow[] = [];
  for (const [index, cells] of rows.entries()) {
    const { label, place, access, errors } = buildDraft(cells);
    if (errors.length === 0 && (place.lat ?? null) === null) {
      const doubts = findDoubts(
        place.country === undefined ? { ...place, country: context.actor.business?.country ?? "" } : place,
      );
      if (computeScore(doubts) < RESOLVABLE_SCORE)
        errors.push(...doubts.map(({ field, message }) => ({ field, message })));
    }
    const row = from + index;
    if (errors.length > 0) {
      results.push({ row, result: false, entry_id: null, merged: false, errors });
      continue;
    }
    const saved = await saveEntry(context, {
      customer_id,
      label,
      place,
      access,
      default_for: [],
      pinned: false,
      batch_id,
    });
    results.push({ row, result: true, entry_id: saved.row.id, merged: saved.merged, errors: [] });
  }
  return results;
}
