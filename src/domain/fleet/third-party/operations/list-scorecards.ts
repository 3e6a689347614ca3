/** How each delivery provider has done: what was offered, accepted, on time, lost, and what it cost. Facts only. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Count, Currency, Minor, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { chooseStepUnit, listSteps, loadScorecards } from "../scorecards.ts";

const DAYS = 30;
const DAYS_MAX = 366;
const Share = Nullable(Type.Number({ minimum: 0, maximum: 1 }));
const seconds = (description: string) => Nullable(Type.Number({ minimum: 0, description }));

const Step = Type.Object(
  {
    from: { ...CalendarDate, description: "The first day of the step." },
    offered: Count,
    accepted: Count,
    delivered: Count,
    delivered_on_time: Count,
  },
  { $id: "ScorecardStep", description: "Of the tenders that were offered on a day, or in a week." },
);

const Reason = Type.Object(
  {
    state: StringEnum(["DECLINED", "HANDED_BACK", "FAILED"]),
    reason: Nullable(Type.String({ description: "Null when none was given." })),
    count: Count,
  },
  { $id: "ScorecardReason" },
);

const Scorecard = Type.Object(
  {
    provider_id: Ref("delivery_provider"),
    name: Type.String(),
    offered: Count,
    accepted: { ...Count, description: "With those that were handed back or failed later." },
    declined: Count,
    expired: Count,
    handed_back: Count,
    completed: Count,
    failed: Count,
    under_way: Count,
    delivered_on_time: { ...Count, description: "Of those completed." },
    acceptance_rate: {
      ...Share,
      description: "Accepted of those answered or expired; null without any.",
    },
    pickup_on_time_rate: { ...Share, description: "Picked up by the agreed time, of those picked up." },
    delivery_on_time_rate: {
      ...Share,
      description: "Delivered within the window, or on its day, of those delivered.",
    },
    answer_s_median: seconds("Seconds until it accepted or declined."),
    accept_s_median: seconds("Seconds until it accepted."),
    first_report_s_median: seconds("Seconds from its acceptance until its first report came."),
    claims: {
      ...Count,
      description: "Orders that it reported as damaged, lost or with missing contents.",
    },
    cost_minor: Nullable({
      ...Minor,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "Of completed orders.",
    }),
    reasons: Type.Array(Reason, {
      description: "Why it declined, handed back or did not deliver; the most frequent first.",
    }),
    steps: Type.Array(Step, { description: "All days, or weeks, of the period, oldest first." }),
  },
  { $id: "ProviderScorecard" },
);

export const listScorecards = defineOperation({
  name: "thirdpartyScorecards",
  summary: "Get scorecards of delivery providers",
  description: "Tenders count on the day on which they were offered, in the time zone of the business.",
  access: { roles: ["client_admin"], scopes: ["analytics:read"] },
  rest: { method: "GET", path: "/api/v1/thirdparty/scorecards" },
  input: Type.Object({
    from: Type.Optional({
      ...CalendarDate,
      description: `First day of the offers; ${DAYS} days before the last one when absent.`,
    }),
    to: Type.Optional({
      ...CalendarDate,
      description: `Last day; today when absent. A period has ${DAYS_MAX} days at most.`,
    }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    from: CalendarDate,
    to: CalendarDate,
    step: StringEnum(["day", "week"], { description: "`week` for periods of more than 31 days." }),
    currency: Currency,
    scorecards: Type.Array(Scorecard, { description: "Of all providers, by name." }),
  }),
  refusals: { invalid_period: "invalid" },

  async run(context, input) {
    const { business, now, refuse } = context;
    const time_zone = business.time_zone;
    const to = input.to ?? toLocalDate(now, time_zone);
    const from = input.from ?? addDays(to, -DAYS);
    const wrong = from > to ? messages.period_reversed : messages.period_too_long;
    if (from > to || addDays(from, DAYS_MAX) <= to) {
      throw refuse("invalid_period", { message: wrong, errors: [{ field: "from", message: wrong }] });
    }
    const step = chooseStepUnit(listSteps({ from, to }, "day").length);
    const scorecards = await loadScorecards(
      context,
      {
        from,
        to,
        start: toInstant(from, "00:00", time_zone),
        end: toInstant(addDays(to, 1), "00:00", time_zone),
        time_zone,
      },
      step,
    );
    return { result: true, from, to, step, currency: business.currency, scorecards };
  },
});
