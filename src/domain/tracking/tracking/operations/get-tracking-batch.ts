/**
 * Track up to 40 numbers at once. Numbers may belong to several businesses; an unknown number is reported in its own
 * entry.
 *
 * Redacted for the public like a single number. Source: docs/contract/rest.md, "Other routes".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadTrackingAnswer, TrackingAnswer } from "../answer.ts";
import { NUMBER_MAX } from "../numbers.ts";
import { findNumberBusiness, resolveNumber, takeAmbiguous } from "../resolve.ts";

const NUMBERS_MAX = 40;

export const getTrackingBatch = defineOperation({
  name: "trackingBatch",
  summary: "Track many numbers",
  effect: "read",
  access: { public: true },
  rest: { method: "POST", path: "/api/v1/tracking/batch" },
  input: Type.Object({
    numbers: Type.Array(Ref("tracking_number", Type.String({ minLength: 1, maxLength: NUMBER_MAX })), {
      minItems: 1,
      maxItems: NUMBERS_MAX,
    }),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one number is known." }),
    found: Type.Integer(),
    items: Type.Array(
      Type.Object({
        number: Type.String(),
        result: Type.Boolean(),
        error_code: Nullable(Type.String()),
        tracking: Nullable(TrackingAnswer),
      }),
      { description: "One entry per number, in the sequence of the request." },
    ),
  }),
  // Numbers of one request belong to different businesses; each is then read within its own.
  cross_tenant: true,
  guessable_ids: {
    requested: ({ numbers }) => numbers,
    unknown: ({ items }) =>
      items.filter(({ error_code }) => error_code === "NOT_FOUND").map(({ number }) => number),
  },

  async run(context, { numbers }) {
    const answers_by_number = new Map<
      string,
      Promise<Awaited<ReturnType<typeof loadTrackingAnswer>> | "ambiguous" | null>
    >();
    for (const number of numbers)
      if (!answers_by_number.has(number)) answers_by_number.set(number, loadTracking(number));
    const items = await Promise.all(
      numbers.map(async (number) => {
        const tracking = (await answers_by_number.get(number)) ?? null;
        if (tracking === null || tracking === "ambiguous")
          return {
            number,
            result: false,
            error_code: tracking === null ? "NOT_FOUND" : "AMBIGUOUS_NUMBER",
            tracking: null,
          };
        return { number, result: true, error_code: null, tracking };
      }),
    );
    const found_count = items.filter((item) => item.result).length;
    return { result: found_count > 0, found: found_count, items };

    async function loadTracking(typed: string) {
      const business_id = await findNumberBusiness(context.system_queries, typed);
      if (business_id === undefined) return null;
      const within = await context.within(business_id);
      const resolved = await resolveNumber(within, typed).catch(takeAmbiguous);
      if (resolved === "ambiguous" || resolved === undefined) return resolved ?? null;
      return loadTrackingAnswer(within, resolved);
    }
  },
});
