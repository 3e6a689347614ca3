/**
 * The outside services of an installation, one port a kind. Operations reach them in `prepare` and `perform`
 * only: an outside call never happens inside a transaction. E-mail is handed over inside it, as a row.
 */
import type { EmailPort } from "./email/port.ts";
import type { Geocoder } from "./geocoders/port.ts";
import type { RoadMatrix } from "./matrices/port.ts";

export interface Providers {
  email: EmailPort;
  geocoder: Geocoder;
  /** Null: planning reckons with straight lines. */
  matrix: RoadMatrix | null;
}
