/**
 * A self-hosted Valhalla.
 *
 * `POST /sources_to_targets` with `sources` and `targets` as `{ lat, lon }`, `costing` and `verbose: false`. The response has
 * `sources_to_targets.durations` and `.distances`, rows by source: seconds, and kilometres with `units: "kilometers"`; null where no
 * route was found. An error has `error_code` and `error`. A server accepts at most `service_limits.auto.max_matrix_location_pairs`
 * pairs per request, 2,500 by default. Source: valhalla.github.io, "Time-Distance Matrix service API reference".
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

export interface ValhallaOptions {
  /** Base URL; `sources_to_targets` is appended. */
  url: string;
  /** Throws when the server cannot be reached or is too slow; any status is returned. */
  post(url: URL, body: string): Promise<{ status: number; body: string }>;
  /** Coordinates per request, half of them sources and half targets: 100 are the 2,500 pairs that a server accepts by default. */
  coordinates_max?: number;
}

const COORDINATES_MAX = 100;

export function createValhalla({
  url,
  post,
  coordinates_max = COORDINATES_MAX,
}: ValhallaOptions): RoadMatrix {
  const target = new URL("sources_to_targets", url.endsWith("/") ? url : `${url}/`);
  return {
    name: "valhalla",
    async matrix(points, request) {
      const side = Math.max(1, Math.floor(coordinates_max / 2));
      const blocks = points.length < 2 ? [] : splitIntoBlocks(points.length, side);
      return requestTable(points, blocks, request, (block) =>
        fetchTable(post(target, buildRequest(points, block))),
      );
    },
  };
}

function buildRequest(points: readonly Point[], { rows, columns }: Block): string {
  const locate = ({ lat, lng }: Point) => ({ lat: Number(lat.toFixed(6)), lon: Number(lng.toFixed(6)) });
  return JSON.stringify({
    sources: points.slice(...rows).map(locate),
    targets: points.slice(...columns).map(locate),
    costing: "auto",
    units: "kilometers",
    verbose: false,
  });
}

async function fetchTable(response: Promise<{ status: number; body: string }>): Promise<BlockAnswer> {
  const { status, body } = await readResponse(response, "Valhalla");
  const { error, sources_to_targets } = body;
  if (status !== 200 || typeof sources_to_targets !== "object" || sources_to_targets === null)
    throw describeError(status, [error]);
  const { durations, distances } = sources_to_targets as Record<string, unknown>;
  return { durations, distances: toMetres(distances) };
}

function toMetres(rows: unknown): unknown {
  const convert = (value: unknown) => (typeof value === "number" ? value * 1000 : value);
  return Array.isArray(rows)
    ? rows.map((row: unknown) => (Array.isArray(row) ? row.map(convert) : row))
    : rows;
}
