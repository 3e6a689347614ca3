/** The interface of output formats: one file per format in `projections/`, each exporting one `Projection`. */
import type { PublicTimeline } from "./redact.ts";
import type { Timeline } from "./timeline.ts";

export interface Projected {
  /** The bare document of the format, ready for JSON. It may share parts with the timeline: do not change it. */
  document: unknown;
  /** How many events the format could not express. */
  loss: number;
}

export interface ProjectionOptions {
  /** The address at which the timeline is read, for formats that need a URI. */
  public_url: string;
  /** Base of the URIs that are our own; `https://otep.dev/ns/` when absent. Ends with `/`, `#` or `:`. */
  namespace?: string;
}

export interface Projection {
  /** The value of the `format` parameter. */
  format: string;
  media_type: "application/json" | "application/ld+json";
  /** Its one status follows from the events that it lists, so it is of the whole journey, whatever profile is asked for. */
  of_whole?: true;
  /** Pure and total: the same timeline gives the same document, and no valid timeline throws. */
  project(timeline: Timeline | PublicTimeline, options: ProjectionOptions): Projected;
}
