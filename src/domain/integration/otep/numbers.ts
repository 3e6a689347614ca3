/** Tracking numbers in URLs and lists: their format, and the business of each. */

import Type from "typebox";
import { findNumberBusiness, normalizeNumber } from "#domain/tracking/tracking/public.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { SystemQueries } from "#operation/define/system-queries.ts";
import { isTrackingNumber } from "#otep/identifiers.ts";
import { messages } from "./messages.ts";

export const TrackingNumber = Type.String({
  maxLength: 200,
  description: "Tracking number: 4 to 64 letters, digits, dots, hyphens and underscores.",
  "x-tool": "Of an order or parcel.",
  "x-any-text": true,
});

export function buildNotFound(): Refusal {
  return new Refusal("tracking_not_found", "not_found", { message: messages.unknown_number });
}

/** The business of a number. Refuses `invalid_tracking_number` and `tracking_not_found`. */
export async function findBusinessOfNumber(system_queries: SystemQueries, typed: string): Promise<number> {
  const number = normalizeNumber(typed);
  if (!isTrackingNumber(number)) {
    throw new Refusal("invalid_tracking_number", "invalid", {
      message: messages.tracking_number_form,
      errors: [{ field: "tracking_number", message: messages.no_tracking_number }],
    });
  }
  const business_id = await findNumberBusiness(system_queries, number);
  if (business_id === undefined) throw buildNotFound();
  return business_id;
}
