/**
 * A self-hosted OSRM, the Open Source Routing Machine.
 *
 * `GET /table/v1/driving/{lng},{lat};…?annotations=duration,distance`, with `sources` and `destinations` as indexes
 * into the coordinates. Durations are seconds, distances metres, both rows by source, null where no route was
 * found. Any code but `Ok` is an error. A server accepts at most `--max-table-size` coordinates per request, 100 by
 * default: larger tables are requested in blocks. Source: project-osrm.org/docs, "Table service" and "Responses".
 */
import type { Point } from "#vocabulary/geo.ts";
import { type MatrixRequest, type RoadMatrix, RoadMatrixUnavailable, type RoadTable } from "./port.ts";

export interface OsrmOptions {
  /** Base URL; `table/v1/driving/` is appended. */
  url: string;
  /** Throws when the server cannot be reached or is too slow; any status is returned. */
  get(url: URL): Promise<{ status: number; body: string }>;
  /** The server's `--max-table-size`, from 2 up. */
  coordinates_max?: number;
}

const COORDINATES_MAX = 100;
/** Our choice: enough to keep a server of few cores busy. */
const REQUESTS_AT_ONCE = 4;

/** Rows and columns of one request: index ranges of the points, each without its end. */
interface Block {
  rows: Range;
  columns: Range;
}
type Range = readonly [from: number, end: number];

/** Rows of values, null where there is no route. */
type Values = (number | null)[][];

export function createOsrm({ url, get, coordinates_max = COORDINATES_MAX }: OsrmOptions): RoadMatrix {
  const base = new URL(url.endsWith("/") ? url : `${url}/`);
  return {
    name: "osrm",
    async matrix(points, { time_limit_ms, isCancelled }: MatrixRequest) {
      const size = points.length;
      const table = { distance_m: new Float32Array(size * size), duration_s: new Float32Array(size * size) };
      if (size < 2) return table;
      const waiting = splitIntoBlocks(size, coordinates_max);
      const until = performance.now() + time_limit_ms;
      let failed = false;
      const ask = async () => {
        for (let block = waiting.shift(); block !== undefined && !failed; block = waiting.shift()) {
          if (isCancelled?.()) throw new RoadMatrixUnavailable("Road distances are no longer waited for.");
          if (performance.now() > until)
            throw new RoadMatrixUnavailable("The road matrix server did not answer in time.");
          fill(table, size, block, await fetchTable(buildRequestUrl(base, points, block), get));
        }
      };
      const asking = Array.from({ length: Math.min(REQUESTS_AT_ONCE, waiting.length) }, () =>
        ask().catch((error) => {
          failed = true;
          throw error;
        }),
      );
      await Promise.all(asking);
      return table;
    },
  };
}

/** One block when the server accepts it; otherwise squares of half as many rows and half as many columns. */
function splitIntoBlocks(size: number, coordinates_max: number): Block[] {
  if (size <= coordinates_max) return [{ rows: [0, size], columns: [0, size] }];
  const half = Math.floor(coordinates_max / 2);
  const ranges = Array.from(
    { length: Math.ceil(size / half) },
    (_, at): Range => [at * half, Math.min(size, (at + 1) * half)],
  );
  return ranges.flatMap((rows) => ranges.map((columns) => ({ rows, columns })));
}

function buildRequestUrl(base: URL, points: readonly Point[], { rows, columns }: Block): URL {
  const same = rows[0] === columns[0];
  const asked = same ? points.slice(...rows) : [...points.slice(...rows), ...points.slice(...columns)];
  // A block of one point with itself would be a table of one coordinate.
  const coordinates = asked.length === 1 ? [...asked, ...asked] : asked;
  const target = new URL(
    `table/v1/driving/${coordinates.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(";")}`,
    base,
  );
  const height = rows[1] - rows[0];
  const whole = same && asked.length > 1;
  const indexes = (from: number, end: number) =>
    Array.from({ length: end - from }, (_, at) => from + at).join(";");
  const from = same ? 0 : height;
  const width = columns[1] - columns[0];
  target.search = [
    "annotations=duration,distance",
    "generate_hints=false",
    ...(whole ? [] : [`sources=${indexes(0, height)}`, `destinations=${indexes(from, from + width)}`]),
  ].join("&");
  return target;
}

async function fetchTable(url: URL, get: OsrmOptions["get"]): Promise<Record<string, unknown>> {
  let answer: { status: number; body: string };
  try {
    answer = await get(url);
  } catch (cause) {
    throw new RoadMatrixUnavailable("The road matrix server cannot be reached or is too slow.", { cause });
  }
  let body: unknown;
  try {
    body = JSON.parse(answer.body);
  } catch (cause) {
    throw new RoadMatrixUnavailable(
      `The road matrix server answered ${answer.status} and no JSON: it may not be an OSRM server.`,
      { cause },
    );
  }
  const matrix = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const { code, message } = matrix;
  if (answer.status === 200 && code === "Ok") return matrix;
  const detail = [code, message].filter((word) => typeof word === "string" && word !== "").join(": ");
  throw new RoadMatrixUnavailable(
    `The road matrix server answered ${answer.status}${detail === "" ? "" : ` (${detail.slice(0, 200)})`}.`,
  );
}

function fill(
  table: RoadTable,
  size: number,
  { rows, columns }: Block,
  answer: Record<string, unknown>,
): void {
  const height = rows[1] - rows[0];
  const width = columns[1] - columns[0];
  const durations = parseValues(answer, "durations", height, width);
  const distances = parseValues(answer, "distances", height, width);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = (rows[0] + row) * size + columns[0] + column;
      const [seconds, metres] = [durations[row]?.[column] ?? null, distances[row]?.[column] ?? null];
      const is_there = seconds !== null && metres !== null;
      table.duration_s[at] = is_there ? seconds : Number.POSITIVE_INFINITY;
      table.distance_m[at] = is_there ? metres : Number.POSITIVE_INFINITY;
    }
  }
}

function parseValues(
  answer: Record<string, unknown>,
  name: "durations" | "distances",
  height: number,
  width: number,
): Values {
  const rows = answer[name];
  const is_value = (value: unknown) =>
    value === null || (typeof value === "number" && value >= 0 && Number.isFinite(value));
  const is_table =
    Array.isArray(rows) &&
    rows.length === height &&
    rows.every((row) => Array.isArray(row) && row.length === width && row.every(is_value));
  if (!is_table)
    throw new RoadMatrixUnavailable(`The road matrix server answered no ${name} of ${height} × ${width}.`);
  return rows;
}
