/** Features of a table that was read from a GeoJSON file. Pure. */
import type { Geometry } from "geojson";
import type { TableRow } from "#spreadsheet/limits.ts";
import { findGeometryBounds, findShapeFault, type ShapeFault, type ShownGeometry } from "./geometry.ts";
import type { UploadColumn } from "./records/map.ts";

export const FAULTS_LISTED_MAX = 100;
const KEY_LENGTH_MAX = 120;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/;

interface UploadedFeature {
  geometry: ShownGeometry;
  properties: Record<string, string | number | boolean>;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A column is of numbers or truths where each of its cells is one. */
function findType(cells: readonly string[]): UploadColumn["type"] {
  const filled = cells.filter((cell) => cell !== "");
  if (filled.length === 0) return "text";
  if (filled.every((cell) => NUMBER.test(cell))) return "number";
  return filled.every((cell) => cell === "true" || cell === "false") ? "boolean" : "text";
}

const toValue = (cell: string, type: UploadColumn["type"]) =>
  type === "number" ? Number(cell) : type === "boolean" ? cell === "true" : cell;

/** The first heading is that of the geometry. `faults` name features from 0. */
export function readFeatures(
  headings: readonly string[],
  rows: readonly TableRow[],
): { features: UploadedFeature[]; columns: UploadColumn[]; faults: { index: number; fault: ShapeFault }[] } {
  const columns = headings.slice(1).map((heading, index) => ({
    at: index + 1,
    key: heading.slice(0, KEY_LENGTH_MAX),
    type: findType(rows.map(({ cells }) => cells[index + 1] ?? "")),
  }));
  const features: UploadedFeature[] = [];
  const faults: { index: number; fault: ShapeFault }[] = [];
  for (const { cells, line } of rows) {
    const geometry = JSON.parse(cells[0] || "null") as Geometry | null;
    const fault = findShapeFault(geometry);
    if (fault !== null) {
      faults.push({ index: line - 1, fault });
      continue;
    }
    const [west, south, east, north] = findGeometryBounds(geometry as ShownGeometry);
    const properties = Object.fromEntries(
      columns.flatMap(({ at, key, type }) => {
        const cell = cells[at] ?? "";
        return cell === "" ? [] : [[key, toValue(cell, type)]];
      }),
    );
    features.push({ geometry: geometry as ShownGeometry, properties, west, south, east, north });
  }
  return { features, columns: columns.map(({ key, type }) => ({ key, type })), faults };
}
