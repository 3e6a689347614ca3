/** Numbers in addresses and lists: what is a number at all, and whose it is. */

import Type from "typebox";
import { isPlausibleNumber } from "#domain/tracking/public.ts";
import { Refusal } from "#operation/refusal.ts";
import { isTrackingNumber } from "#otep/identifiers.ts";
import type { Doors } from "#platform/doors.ts";

export const TrackingNumber = Type.String({
  maxLength: 200,
  description: "Tracking number: 4 to 64 letters, digits, dots, hyphens and underscores.",
});

export const INVALID_NUMBER = "A tracking number has 4 to 64 letters, digits, dots, hyphens or underscores.";
export const UNKNOWN_NUMBER = "There is no such tracking number.";

export function trackingNotFound(): Refusal {
  return new Refusal("tracking_not_found", "not_found", { message: UNKNOWN_NUMBER });
}

/** The business of a number. Refuses `invalid_tracking_number` and `tracking_not_found`. */
export async function businessOfNumber(doors: Doors, number: string): Promise<number> {
  if (!isTrackingNumber(number)) {
    throw new Refusal("invalid_tracking_number", "invalid", {
      message: INVALID_NUMBER,
      errors: [{ field: "tracking_number", message: "is not a tracking number" }],
    });
  }
  const business_id = isPlausibleNumber(number) ? await doors.businessOfNumber(number) : undefined;
  if (business_id === undefined) throw trackingNotFound();
  return business_id;
}
