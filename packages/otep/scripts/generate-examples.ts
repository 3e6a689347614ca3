/**
 * Writes `examples/`: the example timeline, and its output in each standard format. Run it after a
 * change to either, then format; a test fails while a file is outdated.
 */
import { writeFileSync } from "node:fs";
import type { Projection } from "../src/projection.ts";
import { epcis } from "../src/projections/epcis.ts";
import { onerecord } from "../src/projections/onerecord.ts";
import { otlp } from "../src/projections/otlp.ts";
import { sensorthings } from "../src/projections/sensorthings.ts";
import { uncefact } from "../src/projections/uncefact.ts";
import { EXAMPLE_URL, exampleTimeline } from "./example-timeline.ts";

/** The formats whose examples are written here. */
export const standards: readonly Projection[] = [epcis, onerecord, uncefact, otlp, sensorthings];

/** The files of `examples/` by name. */
export function renderExamples(): Map<string, unknown> {
  const timeline = exampleTimeline();
  const files = new Map<string, unknown>([["timeline", timeline]]);
  for (const projection of standards) {
    files.set(projection.format, projection.project(timeline, { public_url: EXAMPLE_URL }).document);
  }
  return files;
}

if (import.meta.main) {
  for (const [name, document] of renderExamples()) {
    const file = new URL(`../examples/${name}.json`, import.meta.url);
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  }
}
