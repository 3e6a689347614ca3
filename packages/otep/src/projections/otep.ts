import type { Projection } from "../projection.ts";

/** The native format: the timeline as it is. */
export const otep: Projection = {
  format: "otep",
  media_type: "application/json",
  project: (timeline) => ({ document: timeline, loss: 0 }),
};
