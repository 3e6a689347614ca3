/** What each output format answers: one file per format in `projections/`, each exporting one `Projection`. */
import type { PublicTimeline } from "./redact.ts";
import type { Timeline } from "./timeline.ts";

export interface Projected {
  /** The bare document of the format, ready for JSON. */
  document: unknown;
  /** How many events the format could not express. */
  loss: number;
}

export interface Projection {
  /** The value of the `format` parameter. */
  format: string;
  media_type: "application/json" | "application/ld+json";
  /** `public_url` is the address at which the timeline is read, for formats that need a URI. */
  project(timeline: Timeline | PublicTimeline, options: { public_url: string }): Projected;
}
