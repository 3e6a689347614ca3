/** What reading an EPCIS document answers. */
import type { ErrorFinding } from "../finding.ts";
import type { Fields } from "./document.ts";
import type { IdentifierOptions } from "./identifiers.ts";

export interface EpcisOptions extends IdentifierOptions {
  /** How many native events a document may become, remarks on errors not counted; 10 000 when absent. */
  events_max?: number;
}

/** A native event as the document says it: the input of `normaliseEvent`, which judges its members. */
export interface EpcisInput extends Fields {
  subject: unknown;
  occurred_at: string;
  status_code: string;
  event_id: string;
}

export interface EpcisItem {
  /** Place in the list of the document, from 0. */
  index: number;
  /** JSON Pointer to the event. */
  path: string;
  /** Empty when there are errors. */
  inputs: EpcisInput[];
  errors: ErrorFinding[];
  /** The event as it stands in the document; undefined when it is no object. */
  raw: Fields | undefined;
}

/** Something the document says that a native event has no place for; the rest of the event is read. */
export interface Unmapped {
  index: number;
  path: string;
  code: "unmapped_event" | "unmapped_member";
  message: string;
}

export interface EpcisReading {
  /** What is wrong with the document as a whole; then there are no items. */
  errors: ErrorFinding[];
  items: EpcisItem[];
  unmapped: Unmapped[];
}

/** An item together with what the declaration of errors needs of it. */
export interface Draft extends EpcisItem {
  /** One per object: the inputs without further readings. */
  primary: EpcisInput[];
}

/** What the reading of one document carries along. */
export interface Reading {
  options: IdentifierOptions & { namespace: string };
  prefix: string | undefined;
  unmapped: Unmapped[];
  left: number;
}
