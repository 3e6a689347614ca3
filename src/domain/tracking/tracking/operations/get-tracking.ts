/**
 * Public tracking, redacted. An unknown number and one that is not public give the same response.
 *
 * Source: docs/contract/rest.md, "Other routes".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadTrackingAnswer, TrackingAnswer } from "../answer.ts";
import { messages } from "../messages.ts";
import { Carrier, TypedNumber } from "../numbers.ts";
import { findNumberBusiness, getResolvedNumber } from "../resolve.ts";

export const getTracking = defineOperation({
  name: "trackingPublic",
  summary: "Track a parcel by its number",
  description:
    "Status, timeline, and proof of delivery where the business shows it. Redacted: no name, no street, positions " +
    "rounded. An old number of a rerouted order redirects to its successor.",
  access: { public: true },
  provides: ["orders.track"],
  rest: { method: "GET", path: "/api/v1/tracking/{number}" },
  mcp: { user: "track_package", developer: "track_package" },
  input: Type.Object({ number: Ref("tracking_number", TypedNumber), carrier: Type.Optional(Carrier) }),
  output: TrackingAnswer,
  refusals: { ambiguous_number: "conflict" },

  async tenant(system_queries, { number: typed }) {
    const business_id = await findNumberBusiness(system_queries, typed);
    if (business_id === undefined)
      throw new Refusal("not_found", "not_found", { message: messages.no_tracking_number });
    return business_id;
  },

  guessable_ids: { requested: ({ number }) => [number] },

  async run(context, { number, carrier }) {
    const resolved_number = await getResolvedNumber(context, number, carrier);
    return loadTrackingAnswer(context, resolved_number);
  },
});
