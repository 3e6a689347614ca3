/** Newline-delimited JSON: one event, or one CloudEvent, per line. */
import { type Body, type ReadLimits, readItem, tooMany } from "./body.ts";
import type { RawEvent } from "./raw.ts";

/**
 * Split text into raw events. A line that is not JSON is refused alone, so that one broken line costs one
 * event. Blank lines are skipped; paths count the others from 0, as if the lines were a list. Never throws.
 */
export function readLines(text: string, { events_max }: ReadLimits): Body {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > events_max) return tooMany("lines", "", lines.length, events_max);
  return { kind: "lines", events: lines.map((line, index) => readLine(line, `/${index}`)), errors: [] };
}

function readLine(line: string, path: string): RawEvent {
  try {
    return readItem(JSON.parse(line), path);
  } catch {
    return { value: undefined, path, errors: [{ path, code: "invalid_type", message: "Must be JSON." }] };
  }
}
