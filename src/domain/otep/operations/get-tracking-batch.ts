/**
 * The timelines of up to 100 numbers in one call, in the order of the request; a number named twice is answered
 * once. Numbers may be of several businesses, each seen as its own caller sees it.
 *
 * Source: docs/contract/otep.md, "Endpoints".
 */
import Type from "typebox";
import { isPlausibleNumber } from "#domain/tracking/public.ts";
import { defineOperation } from "#operation/define.ts";
import { isTrackingNumber } from "#otep/identifiers.ts";
import type { Projection } from "#otep/projection.ts";
import { Nullable, Words } from "#vocabulary/basics.ts";
import { Format, OtepDocument, projected, projectionFor, trackingUrl } from "../document.ts";
import { LIMITS } from "../limits.ts";
import { INVALID_NUMBER, UNKNOWN_NUMBER } from "../numbers.ts";
import { type View, viewOfNumber } from "../view.ts";

const NUMBERS_MAX = 100;

export const getOtepTrackingBatch = defineOperation({
  name: "otepTrackingBatch",
  summary: "OTEP timelines of many tracking numbers",
  effect: "read",
  access: { public: true },
  rest: { method: "POST", path: "/api/v1/otep/trackings/batch" },
  input: Type.Object({
    tracking_numbers: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: NUMBERS_MAX }),
    format: Type.Optional(Format),
    view: Type.Optional(
      Words(["full", "summary"], {
        description: "`summary` leaves the events out; it is told in the native format only.",
      }),
    ),
  }),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        tracking_number: Type.String(),
        found: Type.Boolean(),
        timeline: Nullable(OtepDocument),
        error: Nullable(Type.Object({ error_code: Type.String(), message: Type.String() })),
      }),
      { description: "One entry a number." },
    ),
    found: Type.Integer(),
    missing: Type.Integer(),
  }),
  refusals: { unsupported_format: "invalid", not_acceptable: "not_acceptable" },
  limit: LIMITS.batch,
  // Numbers of one request belong to different businesses; each is then read within its own.
  across: true,
  unknownIn: ({ missing }) => missing,

  async run(context, { tracking_numbers, format, view = "full" }) {
    // The answer is a list of ours around the documents, JSON whatever they are: Accept counts where it names their format.
    const { accept } = context.request;
    const projection = projectionFor(format, accept?.includes("otep:format:") ? accept : undefined);
    if (view === "summary" && projection.format !== "otep") {
      throw context.refuse("invalid_request", {
        message: "A summary is told in the native format only.",
        errors: [{ field: "format", message: "must be otep with view summary" }],
      });
    }
    const results = await Promise.all([...new Set(tracking_numbers)].map(resultOf));
    const found = results.filter((result) => result.found).length;
    return { results, found, missing: results.length - found };

    async function resultOf(tracking_number: string) {
      const missing = (error_code: string, message: string) => ({
        tracking_number,
        found: false,
        timeline: null,
        error: { error_code, message },
      });
      if (!isTrackingNumber(tracking_number)) return missing("INVALID_TRACKING_NUMBER", INVALID_NUMBER);
      const business_id = isPlausibleNumber(tracking_number)
        ? await context.doors.businessOfNumber(tracking_number)
        : undefined;
      const seen =
        business_id === undefined
          ? undefined
          : await viewOfNumber({ ...context, business_id }, tracking_number);
      if (seen === undefined) return missing("TRACKING_NOT_FOUND", UNKNOWN_NUMBER);
      const timeline = view === "summary" ? summaryOf(seen) : documentOf(seen, projection);
      return { tracking_number, found: true, timeline, error: null };
    }

    function documentOf({ timeline }: View, projection: Projection): Record<string, unknown> {
      const public_url = trackingUrl(context.settings, timeline.subject.id);
      return projected(context, projection, timeline, public_url).document;
    }
  },
});

function summaryOf({ timeline }: View): Record<string, unknown> {
  const { events: _events, sources: _sources, gaps: _gaps, ...summary } = timeline;
  return summary;
}
