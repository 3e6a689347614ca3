/**
 * The outside services of an installation, one port a kind. Operations reach them in `prepare` and `perform`
 * only: an outside call never happens inside a transaction.
 */
import type { Geocoder } from "./geocoders/port.ts";

export interface Providers {
  geocoder: Geocoder;
}
