/** An event as it stands in a body, before anything is said about it. */
import type { ErrorFinding } from "../finding.ts";

export interface RawEvent {
  /** Parsed JSON of any shape. */
  value: unknown;
  /** JSON Pointer to it in what was posted: `/events/3`, `/0/data`; empty when it is the whole body. */
  path: string;
  /** For members that stand elsewhere: where. `{ "/event_id": "/0/id" }` for the attributes of CloudEvents. */
  moved?: Readonly<Record<string, string>>;
  /** What is wrong with its line or wrapper. Such an event is refused without being looked at. */
  errors?: readonly ErrorFinding[];
}
