/**
 * The timelines of up to 100 numbers in one call, in the order of the request; a number that is sent twice is returned
 * once. Numbers may belong to several businesses; each is read with the caller's rights in that business.
 *
 * Source: docs/contract/otep.md, "Endpoints".
 */
import Type from "typebox";
import {
  AMBIGUOUS_NUMBER,
  findNumberBusiness,
  normalizeNumber,
  takeAmbiguous,
} from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { isTrackingNumber } from "#otep/identifiers.ts";
import type { Projection } from "#otep/projection.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildTrackingUrl, Format, OtepDocument, projectTimeline, requireProjection } from "../document.ts";
import { LIMITS } from "../limits.ts";
import { messages } from "../messages.ts";
import { loadView, type View } from "../view.ts";

const NUMBERS_MAX = 100;

export const getOtepTrackingBatch = defineOperation({
  name: "otepTrackingBatch",
  summary: "Get OTEP timelines of many tracking numbers",
  effect: "read",
  access: { public: true },
  rest: { method: "POST", path: "/api/v1/otep/trackings/batch" },
  input: Type.Object({
    tracking_numbers: Type.Array(Ref("tracking_number", Type.String({ maxLength: 200 })), {
      minItems: 1,
      maxItems: NUMBERS_MAX,
      "x-any-text": true,
    }),
    format: Type.Optional(Format),
    view: Type.Optional(
      StringEnum(["full", "summary"], {
        description: "`summary` leaves the events out; only available in the native format.",
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
      { description: "One entry for each number." },
    ),
    found: Type.Integer(),
    missing: Type.Integer(),
  }),
  refusals: { unsupported_format: "invalid", not_acceptable: "not_acceptable" },
  limit: LIMITS.batch,
  // Numbers of one request may belong to different businesses; each is then read within its own.
  cross_tenant: true,
  guessable_ids: {
    requested: ({ tracking_numbers }) => tracking_numbers,
    unknown: ({ results }) =>
      results
        .filter(({ error }) => error?.error_code === "TRACKING_NOT_FOUND")
        .map((one) => one.tracking_number),
  },

  async run(context, { tracking_numbers, format, view = "full" }) {
    // The response is our own JSON list around the documents, whatever their format: Accept counts if it names a format
    // profile.
    const { accept } = context.request;
    const projection = requireProjection(format, accept?.includes("otep:format:") ? accept : undefined);
    if (view === "summary" && projection.format !== "otep") {
      throw context.refuse("invalid_request", {
        message: messages.summary_native_only,
        errors: [{ field: "format", message: messages.otep_with_summary }],
      });
    }
    const results = await Promise.all([...new Set(tracking_numbers)].map(loadResult));
    const found_count = results.filter((result) => result.found).length;
    return { results, found: found_count, missing: results.length - found_count };

    async function loadResult(typed: string) {
      const tracking_number = normalizeNumber(typed);
      const missing = (error_code: string, message: string) => ({
        tracking_number: typed,
        found: false,
        timeline: null,
        error: { error_code, message },
      });
      if (!isTrackingNumber(tracking_number))
        return missing("INVALID_TRACKING_NUMBER", messages.tracking_number_form.en);
      const business_id = await findNumberBusiness(context.system_queries, tracking_number);
      const tracking_view =
        business_id === undefined
          ? undefined
          : await loadView(await context.within(business_id), tracking_number).catch(takeAmbiguous);
      if (tracking_view === "ambiguous") return missing("AMBIGUOUS_NUMBER", AMBIGUOUS_NUMBER.en);
      if (tracking_view === undefined) return missing("TRACKING_NOT_FOUND", messages.unknown_number.en);
      const timeline =
        view === "summary" ? summariseTimeline(tracking_view) : buildDocument(tracking_view, projection);
      return { tracking_number: typed, found: true, timeline, error: null };
    }

    function buildDocument({ timeline }: View, projection: Projection): Record<string, unknown> {
      const public_url = buildTrackingUrl(context.settings, timeline.subject.id);
      return projectTimeline(context, projection, timeline, public_url).document;
    }
  },
});

function summariseTimeline({ timeline }: View): Record<string, unknown> {
  const { events: _events, sources: _sources, gaps: _gaps, ...summary } = timeline;
  return summary;
}
