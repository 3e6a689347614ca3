/** Points of interest as a file that an import reads again: CSV, GeoJSON or KML. */
import type { Context } from "#operation/define/context.ts";
import { EXPORT_PIECE, giveWay, takeExportTurn } from "#platform/fairness/exports.ts";
import { type SheetValue, toCsvLine } from "#spreadsheet/csv.ts";
import type { PoiRow } from "./records/poi.ts";

export const EXPORT_FORMATS = ["geojson", "csv", "kml"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const TYPES: Record<ExportFormat, string> = {
  csv: "text/csv",
  geojson: "application/geo+json",
  kml: "application/vnd.google-earth.kml+xml",
};

/** Read in pieces, so that other requests are answered in between. */
async function* readAll({ db, business_id }: Context<never>, kind: string | undefined) {
  for (let after_id = 0; ; ) {
    const rows = await db.rows<PoiRow>(
      `select * from poi where business_id = $1 and id > $2 and merged_into is null and ($3::text is null or kind = $3)
        order by id limit ${EXPORT_PIECE}`,
      [business_id, after_id, kind ?? null],
    );
    yield rows;
    after_id = rows.at(-1)?.id ?? 0;
    if (rows.length < EXPORT_PIECE) return;
    await giveWay();
  }
}

const HEADS = [
  ...[
    "id",
    "name",
    "kind",
    "ref",
    "lat",
    "lng",
    "geometry",
    "line1",
    "line2",
    "postal_code",
    "city",
    "region",
    "country",
  ],
  ...["tags", "visibility", "hours", "time_zone", "geofence", "service_time_s"],
];

/** Values by the names of columns; those that are empty are absent. */
function listValues(row: PoiRow): Record<string, SheetValue> {
  const {
    id,
    name,
    kind,
    ref,
    lat,
    lng,
    place,
    tags,
    visibility,
    hours,
    time_zone,
    geofence,
    service_time_s,
  } = row;
  const { line1, line2, postal_code, city, region, country } = place ?? {};
  const values = {
    ...row.attributes,
    ...{ id, name, kind, ref, lat, lng, line1, line2, postal_code, city, region, country },
    tags: tags.join("; "),
    visibility,
    hours: hours === null ? null : JSON.stringify(hours),
    time_zone,
    geofence: geofence === null ? null : JSON.stringify(geofence),
    service_time_s,
  };
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ""),
  ) as Record<string, SheetValue>;
}

type Pieces = AsyncIterable<PoiRow[]>;

/** Attributes are columns behind the others: two passes, because the headings come first. */
async function buildCsv(pieces: Pieces): Promise<string> {
  const rows: PoiRow[] = [];
  const keys = new Set<string>();
  for await (const piece of pieces)
    for (const row of piece) {
      rows.push(row);
      for (const key of Object.keys(row.attributes)) if (!HEADS.includes(key)) keys.add(key);
    }
  const heads = [...HEADS, ...[...keys].sort()];
  const lines = rows.map((row) => {
    const values = { ...listValues(row), geometry: JSON.stringify(row.geometry) };
    return toCsvLine(heads.map((head) => (values as Record<string, SheetValue>)[head] ?? null));
  });
  return `\uFEFF${toCsvLine(heads)}${lines.join("")}`;
}

async function buildGeoJson(pieces: Pieces): Promise<string> {
  const features: string[] = [];
  for await (const piece of pieces)
    for (const row of piece) {
      const { lat: _lat, lng: _lng, ...properties } = listValues(row);
      features.push(JSON.stringify({ type: "Feature", id: row.id, geometry: row.geometry, properties }));
    }
  return `{"type":"FeatureCollection","features":[${features.join(",\n")}]}`;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters that no XML may have are left out. */
const toXml = (text: SheetValue) =>
  String(text)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no XML contains.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

function toKmlGeometry({ geometry }: PoiRow): string {
  const list = (positions: readonly (readonly number[])[]) =>
    `<coordinates>${positions.map((position) => position.join(",")).join(" ")}</coordinates>`;
  if (geometry.type === "Point") return `<Point>${list([geometry.coordinates])}</Point>`;
  const [outer = [], ...holes] = geometry.coordinates;
  const ring = (name: string, positions: readonly (readonly number[])[]) =>
    `<${name}><LinearRing>${list(positions)}</LinearRing></${name}>`;
  return `<Polygon>${ring("outerBoundaryIs", outer)}${holes.map((hole) => ring("innerBoundaryIs", hole)).join("")}</Polygon>`;
}

async function buildKml(pieces: Pieces): Promise<string> {
  const placemarks: string[] = [];
  for await (const piece of pieces)
    for (const row of piece) {
      const { name, lat: _lat, lng: _lng, ...values } = listValues(row);
      const fields = Object.entries(values).map(
        ([key, value]) => `<Data name="${toXml(key)}"><value>${toXml(value)}</value></Data>`,
      );
      placemarks.push(
        `<Placemark><name>${toXml(name ?? "")}</name><ExtendedData>${fields.join("")}</ExtendedData>${toKmlGeometry(row)}</Placemark>\n`,
      );
    }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${placemarks.join("")}</Document></kml>\n`;
}

const BUILDERS: Record<ExportFormat, (pieces: Pieces) => Promise<string>> = {
  csv: buildCsv,
  geojson: buildGeoJson,
  kml: buildKml,
};

export async function buildExport(
  context: Context<never>,
  format: ExportFormat,
  kind: string | undefined,
): Promise<{ name: string; content_type: string; content_base64: string }> {
  const text = await takeExportTurn(
    () => BUILDERS[format](readAll(context, kind)),
    context.request.disconnected?.(),
  );
  return {
    name: `points-of-interest.${format}`,
    content_type: TYPES[format],
    content_base64: Buffer.from(text).toString("base64"),
  };
}
