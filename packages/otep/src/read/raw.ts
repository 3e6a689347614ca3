/** An event as it is in a body, before validation. */
import type { ErrorFinding } from "../finding.ts";

export interface RawEvent {
  /** Parsed JSON of any shape. */
  value: unknown;
  /** JSON Pointer to it in what was posted: `/events/3`, `/0/data`; empty when it is the whole body. */
  path: string;
  /**
   * Paths of members that are elsewhere in the document. `{ "/event_id": "/0/id" }` for the attributes of
   * CloudEvents.
   */
  moved?: Readonly<Record<string, string>>;
  /** What is wrong with its line or wrapper. Such an event is refused without being read. */
  errors?: readonly ErrorFinding[];
}

/** JSON Pointer, into what was posted, of a member of an event: `/occurred_at` of a CloudEvent is perhaps its `/0/time`. */
export function locateMember({ path, moved }: Pick<RawEvent, "path" | "moved">, member: string): string {
  for (const [from, to] of Object.entries(moved ?? {})) {
    if (member === from || member.startsWith(`${from}/`)) return to;
  }
  return path + member;
}
