/** Hash of what a quote was issued for. A call that uses the quote must send the same. */
import { hash } from "node:crypto";
import { canonicalJson } from "#operation/records/events.ts";

/**
 * `inputs` is the family's choice: what the price depends on, as the caller sent it, without what may improve
 * meanwhile, such as coordinates from the geocoder. The order of members does not matter.
 */
export function hashPricedInputs(inputs: Record<string, unknown>): string {
  return hash("sha256", canonicalJson(inputs));
}
