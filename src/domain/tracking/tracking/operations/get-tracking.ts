/**
 * Public tracking, redacted. An unknown number and one that is not public give the same response.
 *
 * Source: docs/contract/rest.md, "Other routes".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { loadTrackingAnswer, TrackingAnswer } from "../answer.ts";
import { normalizeNumber } from "../numbers.ts";
import { findNumberBusiness, resolveNumber } from "../resolve.ts";

const UNKNOWN_NUMBER = "There is no such tracking number.";

export const getTracking = defineOperation({
  name: "trackingPublic",
  summary: "Track a parcel by its number",
  description:
    "Status, timeline, and proof of delivery where the business shows it. Redacted: no name, no street, positions " +
    "rounded. An old number of a rerouted order redirects to its successor. Case, spaces and hyphens of a number do not matter.",
  effect: "read",
  access: { public: true },
  provides: ["orders.track"],
  rest: { method: "GET", path: "/api/v1/tracking/{number}" },
  mcp: { user: "track_package", developer: "track_package" },
  input: Type.Object({
    number: Type.String({ minLength: 4, maxLength: 64, description: "Tracking number." }),
  }),
  output: TrackingAnswer,

  async tenant(system_queries, { number: typed }) {
    const number = normalizeNumber(typed);
    const business_id = await findNumberBusiness(system_queries, number);
    if (business_id === undefined) throw new Refusal("not_found", "not_found", { message: UNKNOWN_NUMBER });
    return business_id;
  },

  countUnknownIds: () => 0,

  async run(context, { number }) {
    const found = await resolveNumber(context, normalizeNumber(number));
    if (found === undefined) throw context.refuse("not_found", { message: UNKNOWN_NUMBER });
    return loadTrackingAnswer(context, found);
  },
});
