/** How large and how deep an event is. */
import { byteLength } from "#runtime";
import type { Report } from "./report.ts";

/** Longest event as JSON, in bytes. */
const EVENT_BYTES_MAX = 16_384;
/** Lists and objects inside each other. */
const DEPTH_MAX = 32;
/** Names, punctuation, numbers and times of the largest event without unknown members and extensions. */
const FRAME_BYTES_MAX = 7000;

/** More members do not fit into so many bytes, `"a":1,` being the shortest. */
export const MEMBERS_MAX = Math.floor(EVENT_BYTES_MAX / 6);

export const TOO_LARGE = `At most ${EVENT_BYTES_MAX} bytes as JSON.`;
export const TOO_DEEP = `At most ${DEPTH_MAX} levels of lists and objects.`;

/**
 * Why an event is refused for its size, as a sentence; `null` when it is accepted. `report` has read the event:
 * one whose members are all bounded, with little text in them, needs no measuring.
 */
export function findSizeFault(event: object, report: Report): string | null {
  // A control character becomes six bytes.
  if (!report.unbounded && report.text_length * 6 + FRAME_BYTES_MAX <= EVENT_BYTES_MAX) return null;
  if (isTooDeep(event)) return TOO_DEEP;
  return byteLength(JSON.stringify(event)) > EVENT_BYTES_MAX ? TOO_LARGE : null;
}

/** Could serialising a value overflow the stack? Descends no further than the limit. */
export function isTooDeep(value: unknown, depth = 1): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth > DEPTH_MAX) return true;
  for (const name in value) {
    if (isTooDeep((value as Record<string, unknown>)[name], depth + 1)) return true;
  }
  return false;
}
