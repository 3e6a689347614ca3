/** What is wrong with the bytes of a file. */
import type { TableFaultCode } from "#spreadsheet/limits.ts";

/** Of the text formats: no table, no GeoJSON, no ZPL. */
export type TextFaultCode =
  | "no_table"
  | "no_geojson"
  | "no_features"
  | "no_feature"
  | "no_feature_at"
  | "text_outside_label"
  | "open_label"
  | "no_label";

export type FileFault =
  /** `n`: what there is of it, the limit, a line or an index; 0 where nothing is counted. */
  | { code: TableFaultCode | TextFaultCode | "too_slow_to_read" | "too_slow_to_check"; n: number }
  | { code: "pixels"; width: number; height: number; millions: number };

export type ContentFault =
  /** `detected`: the media type that the bytes have; null when nothing is known of them. */
  | { kind: "other_type"; detected: string | null }
  | { kind: "malformed"; fault: FileFault }
  /** What it would be when it is unpacked. */
  | { kind: "too_large"; fault: FileFault };
