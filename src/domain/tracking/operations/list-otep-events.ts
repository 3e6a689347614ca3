/** Only the events of an OTEP timeline, oldest first. Source: docs/contract/otep.md, "Endpoints". */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Words } from "#vocabulary/basics.ts";
import { isPlausibleNumber } from "../numbers.ts";
import { timelineFor } from "../timeline-answer.ts";

export const listOtepEvents = defineOperation({
  name: "otepTrackingEvents",
  summary: "OTEP events of a tracking number",
  effect: "read",
  access: { public: true },
  rest: { method: "GET", path: "/api/v1/otep/trackings/{tracking_number}/events" },
  input: Type.Object({
    tracking_number: Type.String({ minLength: 4, maxLength: 64, description: "Tracking number." }),
    format: Type.Optional(
      Words(["otep"], { description: "The native document; other formats are refused." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    tracking_number: Type.String({ description: "The one that the events are of." }),
    event_count: Type.Integer(),
    revision: Type.String({ description: "Changes when an event is added." }),
    events: Type.Array(
      Type.Object({ event_id: Type.String(), status_code: Type.String() }, { additionalProperties: true }),
    ),
  }),

  tenant: async (doors, { tracking_number }) =>
    isPlausibleNumber(tracking_number) ? doors.businessOfNumber(tracking_number) : undefined,

  unknownIn: () => 0,

  async run(context, { tracking_number }) {
    const document = await timelineFor(context, tracking_number);
    if (document === undefined)
      throw context.refuse("not_found", { message: "There is no such tracking number." });
    return {
      result: true,
      tracking_number: document.subject.id,
      event_count: document.event_count,
      revision: document.revision,
      events: document.events.map((event) => ({ ...event })),
    };
  },
});
