/**
 * A self-hosted OSRM, the Open Source Routing Machine.
 *
 * `GET /table/v1/driving/{lng},{lat};…?annotations=duration,distance`, with `sources` and `destinations` as indexes
 * into the coordinates. Durations are seconds, distances metres, both rows by source, null where no route was
 * found. Any code but `Ok` is an error. A server accepts at most `--max-table-size` coordinates per request, 100 by
 * default: larger tables are requested in blocks. Source: project-osrm.org/docs, "Table service" and "Responses".
 */
import type { Point } from "#vocabulary/geo.ts";
import type { RoadMatrix } from "./port.ts";
import {
  type Block,
  type BlockAnswer,
  describeError,
  readResponse,
  requestTable,
  splitIntoBlocks,
} from "./table-blocks.ts";

export interface OsrmOptions {
  /** Base URL; `table/v1/driving/` is appended. */
  url: string;
  /** Throws when the server cannot be reached or is too slow; any status is returned. */
  get(url: URL): Promise<{ status: number; body: string }>;
  /** The server's `--max-table-size`, from 2 up. */
  coordinates_max?: number;
}

const COORDINATES_MAX = 100;
export function createOsrm({ url, get, coordinates_max = COORDINATES_MAX }: OsrmOptions): RoadMatrix {
  const base = new URL(url.endsWith("/") ? url : `${url}/`);
  return {
    name: "osrm",
    async matrix(points, request) {
      const size = points.length;
      // One request where the server accepts it; otherwise half of its coordinates are rows and half are columns.
      const side = size <= coordinates_max ? size : Math.floor(coordinates_max / 2);
      return requestTable(points, size < 2 ? [] : splitIntoBlocks(size, side), request, (block) =>
        fetchTable(buildRequestUrl(base, points, block), get),
      );
    },
  };
}

function buildRequestUrl(base: URL, points: readonly Point[], { rows, columns }: Block): URL {
  const same = rows[0] === columns[0];
  const request_points = same
    ? points.slice(...rows)
    : [...points.slice(...rows), ...points.slice(...columns)];
  // A block of one point with itself would be a table of one coordinate.
  const coordinates = request_points.length === 1 ? [...request_points, ...request_points] : request_points;
  const target = new URL(
    `table/v1/driving/${coordinates.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(";")}`,
    base,
  );
  const height = rows[1] - rows[0];
  const is_square = same && request_points.length > 1;
  const indexes = (from: number, end: number) =>
    Array.from({ length: end - from }, (_, at) => from + at).join(";");
  const from = same ? 0 : height;
  const width = columns[1] - columns[0];
  target.search = [
    "annotations=duration,distance",
    "generate_hints=false",
    ...(is_square ? [] : [`sources=${indexes(0, height)}`, `destinations=${indexes(from, from + width)}`]),
  ].join("&");
  return target;
}

async function fetchTable(url: URL, get: OsrmOptions["get"]): Promise<BlockAnswer> {
  const { status, body } = await readResponse(get(url), "OSRM");
  const { code, message, durations, distances } = body;
  if (status !== 200 || code !== "Ok") throw describeError(status, [code, message]);
  return { durations, distances };
}
