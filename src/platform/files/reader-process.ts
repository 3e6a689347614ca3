/** The process that reads files of strangers. */
import { fileTypeFromBuffer } from "file-type";
import { TABLE_LIMITS, TableFault } from "#spreadsheet/limits.ts";
import { readGeoJson } from "#spreadsheet/read-geojson.ts";
import { readKml } from "#spreadsheet/read-kml.ts";
import { readTable } from "#spreadsheet/read-table.ts";
import { serve } from "../processes/serve.ts";
import type { ContentFault } from "./content-fault.ts";
import { KML, KMZ, type MediaType } from "./media-types.ts";
import { PIECE_ROWS, type ReaderAnswer, type ReaderWork, type TableRequest } from "./reader.ts";
import { checkText, isTextType } from "./text-content.ts";

serve<ReaderWork, ReaderAnswer>(async (work) =>
  work.kind === "check" ? { kind: "checked", fault: await check(work.bytes, work.claimed) } : read(work),
);

async function check(bytes: Uint8Array, claimed: MediaType): Promise<ContentFault | null> {
  const detected = (await fileTypeFromBuffer(bytes))?.mime ?? null;
  if (detected === claimed) return null;
  // An archive is read when it is imported, and any XML may be KML.
  if (claimed === KMZ && detected === "application/zip") return null;
  if (claimed === KML && detected === "application/xml") return null;
  if (detected !== null || !isTextType(claimed)) return { kind: "other_type", detected };
  const fault = checkText(bytes, claimed);
  return fault === null ? null : { kind: "malformed", fault };
}

/** A polygon is one cell. */
const GEOMETRY_CHARACTERS_MAX = 262_144;

function read({
  bytes,
  type,
  rows_max,
  encoding,
  decimal,
  has_geometry = false,
}: TableRequest): ReaderAnswer {
  const limits = {
    ...TABLE_LIMITS,
    rows_max,
    ...(has_geometry ? { cell_characters_max: GEOMETRY_CHARACTERS_MAX } : {}),
  };
  try {
    const { rows, ...table } =
      type === "application/geo+json"
        ? readGeoJson(bytes, limits, { has_geometry })
        : type === KML || type === KMZ
          ? readKml(bytes, limits)
          : readTable(bytes, { limits, encoding, ...(decimal === undefined ? {} : { decimal }) });
    const pieces: Uint8Array[] = [];
    for (let from = 0; from < rows.length; from += PIECE_ROWS)
      pieces.push(Buffer.from(JSON.stringify(rows.slice(from, from + PIECE_ROWS))));
    return { kind: "table", table: { ...table, rows_total: rows.length, pieces } };
  } catch (error) {
    if (!(error instanceof TableFault)) throw error;
    const is_too_large = error.code.startsWith("too_");
    return { kind: "fault", fault: { code: error.code, n: error.n ?? 0 }, is_too_large };
  }
}
