/**
 * KML (OGC 12-007r2) and KMZ as a table: a column with the geometry of each placemark as GeoJSON, its name, its description, and one for
 * each of its data. Pure.
 */
import { SaxesParser } from "saxes";
import { decodeText } from "./decode-text.ts";
import { Budget, TABLE_LIMITS, TableFault, type TableLimits } from "./limits.ts";
import { GEOMETRY } from "./read-geojson.ts";
import { isArchive, type Table, toTable } from "./read-table.ts";
import { Archive, type Handlers, toLocal } from "./read-xlsx.ts";

type Position = [number, number];
type Geometry =
  | { type: "Point"; coordinates: Position }
  | { type: "LineString"; coordinates: Position[] }
  | { type: "Polygon"; coordinates: Position[][] };

/** Throws `TableFault`. */
export function readKml(bytes: Uint8Array, limits: TableLimits = TABLE_LIMITS): Table {
  const budget = new Budget(limits);
  const reader = new KmlReader(budget);
  try {
    if (isArchive(bytes)) readArchive(bytes, budget, reader);
    else readText(decodeText(bytes).text, reader);
  } catch (error) {
    if (error instanceof TableFault && error.code === "not_a_workbook") throw new TableFault("not_kml");
    throw error;
  }
  if (!reader.is_kml) throw new TableFault("not_kml");
  const headings = { line: 0, cells: reader.headings };
  return { ...toTable([headings, ...budget.rows]), sheet: null, encoding: null };
}

/** The first file of KML of the archive, which is its main one. */
function readArchive(bytes: Uint8Array, budget: Budget, reader: KmlReader): void {
  const archive = new Archive(bytes, budget);
  const name = archive.names.find((one) => one.endsWith(".kml"));
  if (name === undefined) throw new TableFault("not_kml");
  archive.parse(name, reader.handlers);
}

function readText(text: string, reader: KmlReader): void {
  const parser = new SaxesParser();
  const { open, text: take, close } = reader.handlers;
  parser.on("opentag", ({ name, attributes }) => open(toLocal(name), attributes as Record<string, string>));
  parser.on("text", (part) => take?.(part));
  parser.on("cdata", (part) => take?.(part));
  parser.on("closetag", ({ name }) => close?.(toLocal(name)));
  parser.on("error", () => {
    throw new TableFault("not_kml");
  });
  parser.write(text).close();
}

/** Elements whose text is read. */
const TEXTS = new Set(["name", "description", "address", "coordinates", "value", "SimpleData"]);

class KmlReader {
  is_kml = false;
  readonly headings: string[] = [GEOMETRY, "name", "description"];
  readonly #columns = new Map(this.headings.map((name, index) => [name, index]));
  readonly #budget: Budget;
  #placemarks = 0;
  #path: string[] = [];
  #text: string | null = null;
  #cells: string[] | null = null;
  #key = "";
  #geometries: Geometry[] = [];
  #rings: Position[][] = [];

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  readonly handlers: Handlers = {
    open: (name, attributes) => {
      if (name === "kml") this.is_kml = true;
      if (this.#path.length >= this.#budget.limits.depth_max)
        throw new TableFault("too_deep", this.#budget.limits.depth_max);
      this.#path.push(name);
      if (name === "Placemark") {
        this.#cells = [];
        this.#geometries = [];
        this.#placemarks += 1;
      }
      if (name === "Polygon") this.#rings = [];
      if (name === "Data" || name === "SimpleData") this.#key = attributes["name"] ?? "";
      if (this.#cells !== null && TEXTS.has(name)) this.#text = "";
    },
    text: (part) => {
      if (this.#text !== null) this.#text += part;
    },
    close: (name) => {
      this.#path.pop();
      const text = (TEXTS.has(name) ? this.#text : null)?.trim() ?? null;
      if (TEXTS.has(name)) this.#text = null;
      if (name === "Placemark") return this.#endPlacemark();
      if (this.#cells === null) return;
      if (name === "Polygon") this.#geometries.push({ type: "Polygon", coordinates: this.#rings });
      if (text === null) return;
      const parent = this.#path.at(-1);
      if (name === "coordinates") this.#takeCoordinates(text, parent);
      else if (name === "value" || name === "SimpleData") this.#put(this.#key, text);
      else if (parent === "Placemark") this.#put(name, text);
    },
  };

  #takeCoordinates(text: string, parent: string | undefined): void {
    const positions = parsePositions(text);
    const [first] = positions;
    if (parent === "LinearRing") this.#rings.push(positions);
    else if (parent === "LineString") this.#geometries.push({ type: "LineString", coordinates: positions });
    else if (parent === "Point" && first !== undefined)
      this.#geometries.push({ type: "Point", coordinates: first });
  }

  #put(key: string, text: string): void {
    if (key === "" || key === GEOMETRY || this.#cells === null) return;
    let column = this.#columns.get(key);
    if (column === undefined) {
      column = this.headings.push(key) - 1;
      this.#columns.set(key, column);
    }
    this.#budget.put(this.#cells, column, text);
  }

  #endPlacemark(): void {
    const cells = this.#cells ?? [];
    const [first] = this.#geometries;
    const geometry =
      this.#geometries.length > 1 ? { type: "GeometryCollection", geometries: this.#geometries } : first;
    if (geometry !== undefined) this.#budget.put(cells, 0, JSON.stringify(geometry));
    this.#budget.add(this.#placemarks, cells);
    this.#cells = null;
  }
}

/** Tuples of longitude, latitude and altitude between spaces. */
function parsePositions(text: string): Position[] {
  return text
    .split(/\s+/)
    .filter((tuple) => tuple !== "")
    .map((tuple) => {
      const [lng = Number.NaN, lat = Number.NaN] = tuple.split(",").map(Number);
      return [lng, lat];
    });
}
