/** What is wrong with the bytes of a file. */
export type ContentFault =
  /** `detected`: the media type that the bytes have; null when nothing is known of them. */
  | { kind: "other_type"; detected: string | null }
  /** `reason` completes "The file ...". */
  | { kind: "malformed"; reason: string }
  /** What it would be when it is unpacked; `reason` completes "The file ...". */
  | { kind: "too_large"; reason: string };
