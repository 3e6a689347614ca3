/** The result of reading an EPCIS document. */
import type { ErrorFinding } from "../finding.ts";
import type { Fields } from "./document.ts";
import type { IdentifierOptions } from "./identifiers.ts";

export interface EpcisOptions extends IdentifierOptions {
  /**
   * Maximum number of native events from a document, without annotations for error declarations; default 10
   * 000.
   */
  events_max?: number;
}

/** A native event as read from the document: the input of `normaliseEvent`, which validates its members. */
export interface EpcisInput extends Fields {
  subject: unknown;
  occurred_at: string;
  status_code: string;
  event_id: string;
}

export interface EpcisItem {
  /** Index in the list of the document, from 0. */
  index: number;
  /** JSON Pointer to the event. */
  path: string;
  /** Empty when there are errors. */
  inputs: EpcisInput[];
  errors: ErrorFinding[];
  /** The event as it stands in the document; undefined when it is no object. */
  raw: Fields | undefined;
}

/** A member of the document without a native counterpart; the rest of the event is read. */
export interface Unmapped {
  index: number;
  path: string;
  code: "unmapped_event" | "unmapped_member";
  message: string;
}

export interface EpcisResult {
  /** What is wrong with the document as a whole; then there are no items. */
  errors: ErrorFinding[];
  items: EpcisItem[];
  unmapped: Unmapped[];
}

/** An item with the data that error declarations need. */
export interface Draft extends EpcisItem {
  /** One per object: the inputs without further readings. */
  primary: EpcisInput[];
}

/** State while reading one document. */
export interface DocumentState {
  options: IdentifierOptions & { namespace: string };
  prefix: string | undefined;
  unmapped: Unmapped[];
  remaining_count: number;
}
