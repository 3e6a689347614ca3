/**
 * Public tracking, redacted for strangers. A number that is unknown and one that is not public give the same answer.
 *
 * Source: docs/contract/rest.md, "Other routes".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Refusal } from "#operation/refusal.ts";
import { resolveNumber, TrackingAnswer, trackingAnswer } from "../answer.ts";
import { isPlausibleNumber } from "../numbers.ts";

const UNKNOWN_NUMBER = "There is no such tracking number.";

export const getTracking = defineOperation({
  name: "trackingPublic",
  summary: "Track a parcel by its number",
  description:
    "Status, timeline, and proof of delivery where the business shows it. Redacted: no name, no street, positions " +
    "rounded. An old number of a rerouted order leads on to its successor.",
  effect: "read",
  access: { public: true },
  rest: { method: "GET", path: "/api/v1/tracking/{number}" },
  mcp: { user: "track_package", developer: "track_package" },
  input: Type.Object({
    number: Type.String({ minLength: 4, maxLength: 64, description: "Tracking number." }),
  }),
  output: TrackingAnswer,

  async tenant(doors, { number }) {
    const business_id = isPlausibleNumber(number) ? await doors.businessOfNumber(number) : undefined;
    if (business_id === undefined) throw new Refusal("not_found", "not_found", { message: UNKNOWN_NUMBER });
    return business_id;
  },

  unknownIn: () => 0,

  async run(context, { number }) {
    const found = await resolveNumber(context, number);
    if (found === undefined) throw context.refuse("not_found", { message: UNKNOWN_NUMBER });
    return trackingAnswer(context, found);
  },
});
