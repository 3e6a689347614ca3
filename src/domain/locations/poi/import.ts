/** Imports rows of a file as points of interest. Shared by the request and by the job for long files. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { findSchemaErrors } from "#operation/define/schema.ts";
import { unescapeFormula } from "#spreadsheet/csv.ts";
import type { TableRow } from "#spreadsheet/limits.ts";
import { readDegrees } from "#spreadsheet/read-cell.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";
import { Ref } from "#vocabulary/ref.ts";
import { completeFence, findDraftFault, findIdOfRef } from "./draft.ts";
import type { Geofence } from "./fence.ts";
import { findBoundsAround, type Geometry } from "./geometry.ts";
import { messages } from "./messages.ts";
import { getLockedPoi } from "./owner.ts";
import { buildPoiColumns, type PoiFacts, PoiRecord, pickFacts } from "./records/poi.ts";
import { foldText } from "./rules.ts";
import { POI_MEMBERS, type PoiKind } from "./shapes.ts";

/** Files with more rows than this are imported by a background job. */
export const INLINE_ROWS = 200;
export const IMPORT_ROWS_MAX = 20_000;

export const DUPLICATE_RULES = ["skip", "update", "create"] as const;
type DuplicateRule = (typeof DUPLICATE_RULES)[number];

const OUTCOMES = ["created", "updated", "duplicate", "failed"] as const;

export const ImportRow = Type.Object(
  {
    row: Type.Integer({ minimum: 1, description: "Counted from the first row after the headings." }),
    outcome: StringEnum(OUTCOMES, { description: "duplicate: it is there already and stays as it is." }),
    poi_id: Nullable(Ref("poi")),
    name: Type.String(),
    errors: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
  },
  { $id: "PoiImportRow" },
);
export type ImportRow = Type.Static<typeof ImportRow>;

/** Columns that are read. All others are attributes. */
const COLUMNS = [
  "geometry",
  "lat",
  "lng",
  "name",
  "kind",
  "ref",
  "line1",
  "line2",
  "postal_code",
  "city",
  "region",
  "country",
  "address",
  "tags",
  "visibility",
  "hours",
  "time_zone",
  "geofence",
  "service_time_s",
] as const;
type ColumnName = (typeof COLUMNS)[number];
/** Written by an export, and not read. */
const IGNORED = new Set(["id", ""]);

/** Progress of an import. */
export const importProgress = {
  result: Type.Boolean(),
  import_id: Ref("poi_import", Type.String()),
  state: StringEnum(BATCH_STATES),
  total: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
};

export interface ImportOptions {
  headings: string[];
  /** Of rows that say none. */
  kind: PoiKind;
  duplicates: DuplicateRule;
}

type RowError = { field: string; message: string };

/** A row as what a caller would set, with its errors. Pure. */
function readRow(
  { headings, kind }: Pick<ImportOptions, "headings" | "kind">,
  { cells }: TableRow,
): { facts: Partial<PoiFacts> & { name: string }; errors: RowError[] } {
  const errors: RowError[] = [];
  const read = new Map<ColumnName, string>();
  const attributes: Record<string, string> = {};
  for (const [index, heading] of headings.entries()) {
    const text = unescapeFormula(cells[index]?.trim() ?? "");
    const column = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, "_");
    if (text === "" || IGNORED.has(column)) continue;
    if ((COLUMNS as readonly string[]).includes(column)) read.set(column as ColumnName, text);
    else attributes[toAttributeKey(heading)] = text;
  }
  const parse = <T>(field: ColumnName): T | undefined => {
    const text = read.get(field);
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text) as T;
    } catch {
      errors.push({ field, message: messages.not_json.en });
      return undefined;
    }
  };
  const geometry = readGeometry(read, parse, errors);
  const line1 = read.get("line1") ?? read.get("address");
  const place: Record<string, string> = {};
  for (const member of ["line2", "postal_code", "city", "region"] as const) {
    const text = read.get(member);
    if (text !== undefined) place[member] = text;
  }
  const country = read.get("country")?.toUpperCase();
  const service = read.get("service_time_s");
  const fence = parse<Geofence>("geofence");
  const facts = {
    name: read.get("name") ?? "",
    kind: (read.get("kind")?.toLowerCase() as PoiKind | undefined) ?? kind,
    ...(geometry === undefined ? {} : { geometry }),
    ...(line1 === undefined
      ? {}
      : { place: { ...place, line1, ...(country === undefined ? {} : { country }) } }),
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
    ...(read.has("ref") ? { ref: read.get("ref") as string } : {}),
    ...(read.has("tags") ? { tags: splitTags(read.get("tags") as string) } : {}),
    ...(read.has("visibility") ? { visibility: read.get("visibility") as never } : {}),
    ...(read.has("hours") ? { hours: parse<PoiFacts["hours"]>("hours") ?? null } : {}),
    ...(read.has("time_zone") ? { time_zone: read.get("time_zone") as string } : {}),
    ...(fence === undefined ? {} : { geofence: fence }),
    ...(service === undefined ? {} : { service_time_s: Number(service) }),
  };
  if (errors.length === 0)
    errors.push(
      ...(findSchemaErrors(ROW_SCHEMA, "write", facts) ?? []).map(({ field = "", message }) => ({
        field,
        message: message.en,
      })),
    );
  return { facts: facts as Partial<PoiFacts> & { name: string }, errors };
}

const { name, kind, geometry, ...optional } = POI_MEMBERS;
const ROW_SCHEMA = Type.Object({ name, kind, geometry, ...Type.Partial(Type.Object(optional)).properties });

const splitTags = (text: string) => [
  ...new Set(
    text
      .split(/[;,]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

function toAttributeKey(heading: string): string {
  const key = heading
    .trim()
    .replaceAll(/[^A-Za-z0-9_:-]+/g, "_")
    .replace(/^[^A-Za-z]+/, "");
  return (key === "" ? "attribute" : key).slice(0, 60);
}

function readGeometry(
  read: ReadonlyMap<ColumnName, string>,
  parse: <T>(field: ColumnName) => T | undefined,
  errors: RowError[],
): Geometry | undefined {
  if (read.has("geometry")) {
    const parsed = parse<{ type: string; coordinates: unknown; geometries?: unknown[] }>("geometry");
    if (parsed === undefined) return undefined;
    const single = toSingle(parsed);
    if (single.type === "Point" || single.type === "Polygon") return withoutAltitude(single as Geometry);
    errors.push({
      field: "geometry",
      message: messages.unsupported_geometry.with({ type: single.type.slice(0, 40) }).en,
    });
    return undefined;
  }
  const [lat, lng] = (["lat", "lng"] as const).map((field) => {
    const reading = readDegrees(read.get(field) ?? "");
    if ("value" in reading && reading.value !== undefined) return reading.value;
    errors.push({ field, message: messages.no_degrees.en });
    return 0;
  });
  return { type: "Point", coordinates: [lng ?? 0, lat ?? 0] };
}

interface AnyGeometry {
  type: string;
  coordinates: unknown;
  geometries?: unknown[];
}

/** A collection of one is that one. */
function toSingle(geometry: AnyGeometry): AnyGeometry {
  const { type, coordinates, geometries } = geometry;
  if (type === "GeometryCollection" && geometries?.length === 1)
    return toSingle(geometries[0] as AnyGeometry);
  if (/^Multi(Point|Polygon)$/.test(type) && Array.isArray(coordinates) && coordinates.length === 1)
    return { type: type.slice("Multi".length), coordinates: coordinates[0] };
  return geometry;
}

const toFlat = (position: unknown) => (Array.isArray(position) ? position.slice(0, 2) : position);

function withoutAltitude({ type, coordinates }: Geometry): Geometry {
  return (
    type === "Point"
      ? { type, coordinates: toFlat(coordinates) }
      : { type, coordinates: coordinates.map((ring) => (Array.isArray(ring) ? ring.map(toFlat) : ring)) }
  ) as Geometry;
}

/** Of the same name and kind within this distance is the same place, metres. */
const DUPLICATE_WITHIN_M = 50;

type Reader = Pick<Context<never>, "db" | "business_id">;

async function findDuplicate({ db, business_id }: Reader, columns: ReturnType<typeof buildPoiColumns>) {
  const { lat, lng, kind } = columns;
  const { south, north } = findBoundsAround([[lng, lat]], DUPLICATE_WITHIN_M);
  const rows = await db.rows<{ id: number; name: string }>(
    `select id, name from poi
      where business_id = $1 and merged_into is null and south <= $3 and north >= $2 and kind = $4
        and poi_distance_m(lat, lng, $5, $6) <= $7
      order by poi_distance_m(lat, lng, $5, $6), id limit 20`,
    [business_id, south, north, kind, lat, lng, DUPLICATE_WITHIN_M],
  );
  const folded = foldText(columns.name);
  return rows.find(({ name }) => foldText(name) === folded)?.id;
}

/** Saves valid rows, in order; an invalid row is reported and changes nothing. */
export async function importRows(
  context: Context<never>,
  rows: readonly TableRow[],
  options: ImportOptions,
  batch: { id: number; first_row: number },
): Promise<ImportRow[]> {
  const results: ImportRow[] = [];
  for (const [index, row] of rows.entries()) {
    const { facts, errors } = readRow(options, row);
    const result = { row: batch.first_row + index, name: facts.name.slice(0, 120) };
    const saved =
      errors.length > 0
        ? { errors }
        : await saveRow(context, facts as Partial<PoiFacts>, options.duplicates, batch.id);
    results.push(
      "errors" in saved
        ? { ...result, outcome: "failed", poi_id: null, errors: saved.errors }
        : { ...result, ...saved, errors: [] },
    );
  }
  return results;
}

const EMPTY = {
  place: null,
  entrances: [],
  hours: null,
  time_zone: null,
  attributes: {},
  tags: [],
  visibility: "private",
  geofence: null,
  ref: null,
  service_time_s: null,
} as const;

async function saveRow(
  context: Context<never>,
  row_facts: Partial<PoiFacts>,
  duplicates: DuplicateRule,
  batch_id: number,
): Promise<{ errors: RowError[] } | { outcome: "created" | "updated" | "duplicate"; poi_id: number }> {
  const change = {
    ...row_facts,
    ...(row_facts.geofence ? { geofence: completeFence(row_facts.geofence) } : {}),
  };
  const facts = { ...EMPTY, ...change } as unknown as PoiFacts;
  const fault = findDraftFault(facts);
  if (fault !== null)
    return { errors: [{ field: fault.field, message: context.say(fault.detail as never) }] };
  const columns = buildPoiColumns(facts);
  const of_ref = await findIdOfRef(context, facts.ref);
  const id = of_ref ?? (duplicates === "create" ? undefined : await findDuplicate(context, columns));
  if (id !== undefined && duplicates === "skip") return { outcome: "duplicate", poi_id: id };
  if (id !== undefined && (duplicates === "update" || of_ref !== undefined)) {
    const old = await getLockedPoi(context, id);
    await PoiRecord.change(context, old, buildPoiColumns({ ...pickFacts(old), ...change }));
    context.emit({
      subject: { type: "poi", id },
      kind: "poi.updated",
      payload: { changed: Object.keys(change) },
      batch_id,
    });
    return { outcome: "updated", poi_id: id };
  }
  const row = await PoiRecord.insert(context, {
    ...columns,
    source: "import",
    created_by: context.actor.account_id,
    merged_into: null,
    observed_service_time_s: null,
  });
  context.emit({
    subject: { type: "poi", id: row.id, is_new: true },
    kind: "poi.created",
    payload: { kind: row.kind, visibility: row.visibility },
    batch_id,
  });
  return { outcome: "created", poi_id: row.id };
}
