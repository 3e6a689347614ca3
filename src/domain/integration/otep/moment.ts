/** A moment that a caller asks about, in the form of the protocol's times, of any year from 0000 to 9999. */
import Type from "typebox";
import { Refusal } from "#operation/define/refusal.ts";
import { fields, refusals } from "#operation/response/platform-messages.ts";
import { formatInstant, parseInstant, YEAR_10000 } from "#otep/instant.ts";

export const Moment = (description: string) => Type.String({ maxLength: 40, description });

const YEAR_0 = Date.parse("0000-01-01T00:00:00.000Z");

/**
 * Normal form, cut to what it can express: nothing was recorded before the year 0000 or after 9999. Refuses
 * `invalid_request`. The offset may be written as +0100 here, which events may not do.
 */
export function readMoment(field: "at" | "since", text: string): string {
  const instant = parseInstant(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  if (!Number.isFinite(instant)) {
    throw new Refusal("invalid_request", "invalid", {
      message: refusals.invalid_request,
      errors: [{ field, message: fields.time.with({ time: "2026-03-02T10:20:00+01:00" }) }],
    });
  }
  return formatInstant(Math.min(Math.max(instant, YEAR_0), YEAR_10000 - 1));
}
