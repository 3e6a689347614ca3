/**
 * Road matrices: distance and travel time by road from every point to every other. This is the port; each service
 * is one file in this folder. Without one, planning uses straight-line distances.
 */
import type { Point } from "#vocabulary/geo.ts";

export const ROAD_SOURCES = ["osrm", "valhalla"] as const;
export type RoadSource = (typeof ROAD_SOURCES)[number];

/**
 * `n × n` values, row-major, from row to column: metres and seconds, in single precision, because thousands of
 * points give tens of millions of values. Not necessarily symmetric. Infinity in both where there is no road.
 */
export interface RoadTable {
  distance_m: Float32Array;
  duration_s: Float32Array;
}

export interface MatrixRequest {
  /** Time limit of the whole table, however many requests it takes. */
  time_limit_ms: number;
  /** Called between requests; true cancels. */
  isCancelled?: () => boolean;
}

export interface RoadMatrix {
  name: RoadSource;
  /** Returns the whole table or throws `RoadMatrixUnavailable`; never a part or an estimate. */
  matrix(points: readonly Point[], request: MatrixRequest): Promise<RoadTable>;
}

/** Why there is no table; `server` and `detail` are words of the server, without its address. */
export type RoadMatrixFault =
  | { code: "cancelled" | "too_slow" | "unreachable" | "removed" }
  | { code: "no_json"; status: number; server: string }
  | { code: "refused"; status: number; detail: string }
  | { code: "no_table"; table: string; rows: number; columns: number };

/** The service was unreachable, too slow, refused or returned an unexpected response. The cause is for the log. */
export class RoadMatrixUnavailable extends Error {
  override name = "RoadMatrixUnavailable";
  readonly fault: RoadMatrixFault;
  constructor(fault: RoadMatrixFault, options?: ErrorOptions) {
    super(Object.values(fault).join(" "), options);
    this.fault = fault;
  }
}
