/**
 * Road matrices: how far and how long it is from every point to every other by road. A port; each service is one
 * file beside it. Without one, planning reckons with straight lines.
 */
import type { Point } from "#vocabulary/geo.ts";

export const ROAD_SOURCES = ["osrm"] as const;
export type RoadSource = (typeof ROAD_SOURCES)[number];

/**
 * `n × n` values, row-major, from row to column: metres and seconds, in single precision, because thousands of
 * points make tens of millions of them. Not necessarily symmetric. Infinity in both where no road leads.
 */
export interface RoadTable {
  distance_m: Float32Array;
  duration_s: Float32Array;
}

export interface MatrixRequest {
  /** For the whole table, however many requests it takes. */
  time_limit_ms: number;
  /** Asked between requests; true gives up. */
  isCancelled?: () => boolean;
}

export interface RoadMatrix {
  name: RoadSource;
  /** Answers the whole table or throws `RoadMatrixUnavailable`; never a part, never a guess. */
  matrix(points: readonly Point[], request: MatrixRequest): Promise<RoadTable>;
}

/**
 * The service was not reached, was too slow, refused or answered what it should not. The message is for the
 * dispatcher and names no address; the cause is for the log.
 */
export class RoadMatrixUnavailable extends Error {
  override name = "RoadMatrixUnavailable";
}
