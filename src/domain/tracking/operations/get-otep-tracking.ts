/**
 * The timeline of a tracking number as an OTEP document, as it is: no envelope of ours around it.
 *
 * Redacted for strangers; in full for the business that owns the number. Source: docs/contract/otep.md,
 * "Endpoints".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Words } from "#vocabulary/basics.ts";
import { isPlausibleNumber } from "../numbers.ts";
import { timelineFor } from "../timeline-answer.ts";

export const getOtepTracking = defineOperation({
  name: "otepTracking",
  summary: "OTEP timeline of a tracking number",
  effect: "read",
  access: { public: true },
  rest: { method: "GET", path: "/api/v1/otep/trackings/{tracking_number}" },
  mcp: { user: "otep_tracking", developer: "get_otep_tracking" },
  input: Type.Object({
    tracking_number: Type.String({ minLength: 4, maxLength: 64, description: "Tracking number." }),
    format: Type.Optional(
      Words(["otep"], { description: "The native document; other formats are refused." }),
    ),
  }),
  // The document is the protocol's, so every member of it is let through; what strangers may see is decided before.
  output: Type.Object(
    { protocol_version: Type.String(), type: Type.String() },
    { additionalProperties: true, description: "An `otep.timeline` document." },
  ),

  tenant: async (doors, { tracking_number }) =>
    isPlausibleNumber(tracking_number) ? doors.businessOfNumber(tracking_number) : undefined,

  unknownIn: () => 0,

  async run(context, { tracking_number }) {
    const document = await timelineFor(context, tracking_number);
    if (document === undefined)
      throw context.refuse("not_found", { message: "There is no such tracking number." });
    return { ...document };
  },
});
