/** How each delivery provider has done: what was offered, accepted, on time, lost, and what it cost. Facts only. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Count, Currency, Id, Minor, Nullable } from "#vocabulary/basics.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";

const DAYS = 30;
const Share = Nullable(Type.Number({ minimum: 0, maximum: 1 }));

export const listScorecards = defineOperation({
  name: "thirdpartyScorecards",
  summary: "Scorecards of delivery providers",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["analytics:read"] },
  rest: { method: "GET", path: "/api/v1/thirdparty/scorecards" },
  input: Type.Object({
    from: Type.Optional({
      ...CalendarDate,
      description: `First day of the offers; ${DAYS} days ago when absent.`,
    }),
    to: Type.Optional({ ...CalendarDate, description: "Last day; today when absent." }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    from: CalendarDate,
    to: CalendarDate,
    currency: Currency,
    scorecards: Type.Array(
      Type.Object({
        provider_id: Id,
        name: Type.String(),
        offered: Count,
        accepted: Count,
        declined: Count,
        expired: Count,
        handed_back: Count,
        completed: Count,
        failed: Count,
        under_way: Count,
        acceptance_rate: {
          ...Share,
          description: "Accepted of those answered or expired; null without any.",
        },
        pickup_on_time_rate: { ...Share, description: "Picked up by the agreed time, of those picked up." },
        delivery_on_time_rate: {
          ...Share,
          description: "Delivered within the window, or on its day, of those delivered.",
        },
        answer_s_median: Nullable(Type.Number({ description: "Seconds until it accepted or declined." })),
        claims: {
          ...Count,
          description: "Orders that it reported as damaged, lost or with missing contents.",
        },
        cost_minor: Nullable({
          ...Minor,
          maximum: Number.MAX_SAFE_INTEGER,
          description: "Of completed orders.",
        }),
      }),
    ),
  }),
  refusals: { invalid_period: "invalid" },

  async run({ db, business_id, actor, now, refuse }, input) {
    const time_zone = actor.business?.time_zone ?? "UTC";
    const to = input.to ?? toLocalDate(now, time_zone);
    const from = input.from ?? addDays(to, -DAYS);
    if (from > to) {
      const message = "The first day is after the last one.";
      throw refuse("invalid_period", { message, errors: [{ field: "from", message }] });
    }
    const scorecards = await db.rows<never>(SCORECARDS, [
      business_id,
      toInstant(from, "00:00", time_zone),
      toInstant(addDays(to, 1), "00:00", time_zone),
      time_zone,
    ]);
    return { result: true, from, to, currency: actor.business?.currency ?? "EUR", scorecards };
  },
});

const ON_TIME = `case when o.window_end is not null then t.ended_at <= o.window_end
  else (t.ended_at at time zone $4)::date <= o.scheduled_date end`;

const SCORECARDS = `select p.id as provider_id, p.name, count(t.id)::int as offered,
    count(t.id) filter (where t.state in ('ACCEPTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'HANDED_BACK'))::int as accepted,
    count(t.id) filter (where t.state = 'DECLINED')::int as declined,
    count(t.id) filter (where t.state = 'EXPIRED')::int as expired,
    count(t.id) filter (where t.state = 'HANDED_BACK')::int as handed_back,
    count(t.id) filter (where t.state = 'COMPLETED')::int as completed,
    count(t.id) filter (where t.state = 'FAILED')::int as failed,
    count(t.id) filter (where t.state in ('ACCEPTED', 'IN_PROGRESS'))::int as under_way,
    (avg((t.answered_at is not null and t.state <> 'DECLINED')::int)
      filter (where t.answered_at is not null or t.state = 'EXPIRED'))::float8 as acceptance_rate,
    (avg((t.picked_up_at <= t.pickup_by)::int) filter (where t.picked_up_at is not null))::float8 as pickup_on_time_rate,
    (avg((${ON_TIME})::int) filter (where t.state = 'COMPLETED'))::float8 as delivery_on_time_rate,
    percentile_cont(0.5) within group (order by extract(epoch from t.answered_at - t.offered_at))
      filter (where t.answered_at is not null) as answer_s_median,
    count(distinct t.order_id) filter (where exists (select from tracking_event e
      where e.business_id = $1 and e.tracking_number = o.tracking_number and e.provider = p.code
        and e.document->>'incident_reason' in ('damaged', 'lost', 'contents_missing', 'stolen', 'spoiled', 'leaking')))::int as claims,
    sum(t.price_minor) filter (where t.state = 'COMPLETED')::bigint as cost_minor
  from thirdparty_provider p
    left join tender t on t.business_id = $1 and t.provider_id = p.id and t.offered_at >= $2 and t.offered_at < $3
    left join delivery_order o on o.business_id = $1 and o.id = t.order_id
  where p.business_id = $1 group by p.id order by lower(p.name), p.id`;
