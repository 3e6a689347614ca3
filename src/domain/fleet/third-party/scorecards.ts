/** What came of the tenders of a period, counted from their rows: by provider, by day or week, and by reason. */
import type { Context } from "#operation/define/context.ts";
import { addDays } from "#vocabulary/calendar.ts";

export interface ScorecardPeriod {
  /** Calendar dates, both included. */
  from: string;
  to: string;
  start: Date;
  end: Date;
  time_zone: string;
}

interface ScorecardRow {
  provider_id: number;
  name: string;
  offered: number;
  accepted: number;
  declined: number;
  expired: number;
  handed_back: number;
  completed: number;
  failed: number;
  under_way: number;
  delivered_on_time: number;
  claims: number;
  acceptance_rate: number | null;
  pickup_on_time_rate: number | null;
  delivery_on_time_rate: number | null;
  answer_s_median: number | null;
  accept_s_median: number | null;
  first_report_s_median: number | null;
  cost_minor: number | null;
}

interface ScorecardStep {
  from: string;
  offered: number;
  accepted: number;
  delivered: number;
  delivered_on_time: number;
}

interface ScorecardReason {
  state: "DECLINED" | "HANDED_BACK" | "FAILED";
  /** Null: the provider gave none. */
  reason: string | null;
  count: number;
}

export interface Scorecard extends ScorecardRow {
  reasons: ScorecardReason[];
  steps: ScorecardStep[];
}

const DAYS_BY_DAY = 31;

export type StepUnit = "day" | "week";

/** Longer periods are shown by week. */
export const chooseStepUnit = (days: number): StepUnit => (days <= DAYS_BY_DAY ? "day" : "week");

/** The first days of all steps of a period; a step of a week has seven days from the first day of the period. */
export function listSteps({ from, to }: Pick<ScorecardPeriod, "from" | "to">, unit: StepUnit): string[] {
  const steps: string[] = [];
  for (let day = from; day <= to; day = addDays(day, unit === "day" ? 1 : 7)) steps.push(day);
  return steps;
}

export async function loadScorecards(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { from, to, start, end, time_zone }: ScorecardPeriod,
  unit: StepUnit,
): Promise<Scorecard[]> {
  const tenders = [business_id, start, end] as const;
  const [rows, steps, reasons] = await Promise.all([
    db.rows<ScorecardRow>(SCORECARDS, [...tenders, time_zone]),
    db.rows<ScorecardStep & { provider_id: number }>(STEPS, [
      ...tenders,
      time_zone,
      from,
      unit === "day" ? 1 : 7,
    ]),
    db.rows<ScorecardReason & { provider_id: number }>(REASONS, [...tenders]),
  ]);
  const days = listSteps({ from, to }, unit);
  return rows.map((row) => {
    const own_steps = new Map(
      steps.filter(isSameProvider(row)).map(({ provider_id: _, ...step }) => [step.from, step]),
    );
    return {
      ...row,
      reasons: reasons.filter(isSameProvider(row)).map(({ provider_id: _, ...reason }) => reason),
      steps: days.map((day) => own_steps.get(day) ?? { from: day, ...NOTHING }),
    };
  });
}

const NOTHING = { offered: 0, accepted: 0, delivered: 0, delivered_on_time: 0 };

const isSameProvider =
  ({ provider_id }: { provider_id: number }) =>
  (row: { provider_id: number }) =>
    row.provider_id === provider_id;

/** Tenders of $1 that were offered from $2 until before $3. */
const OFFERED_TENDERS = `tender t where t.business_id = $1 and t.offered_at >= $2 and t.offered_at < $3`;
const WAS_ACCEPTED = "state in ('ACCEPTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'HANDED_BACK')";

/** With whether it was delivered by the end of its window, or on its day; $4 is the time zone of the business. */
const ASKED_WITH_ORDERS = `select t.*, o.tracking_number,
    case when t.state <> 'COMPLETED' then null when o.window_end is not null then t.ended_at <= o.window_end
      else (t.ended_at at time zone $4)::date <= o.scheduled_date end as on_time
  from (select * from ${OFFERED_TENDERS}) t join delivery_order o on o.business_id = $1 and o.id = t.order_id`;

const median = (from: string, until: string, of: string) =>
  `percentile_cont(0.5) within group (order by extract(epoch from t.${until} - t.${from})) filter (where ${of})`;

const SCORECARDS = `with asked as (${ASKED_WITH_ORDERS})
  select p.id as provider_id, p.name, count(t.id)::int as offered,
    count(t.id) filter (where t.${WAS_ACCEPTED})::int as accepted,
    count(t.id) filter (where t.state = 'DECLINED')::int as declined,
    count(t.id) filter (where t.state = 'EXPIRED')::int as expired,
    count(t.id) filter (where t.state = 'HANDED_BACK')::int as handed_back,
    count(t.id) filter (where t.state = 'COMPLETED')::int as completed,
    count(t.id) filter (where t.state = 'FAILED')::int as failed,
    count(t.id) filter (where t.state in ('ACCEPTED', 'IN_PROGRESS'))::int as under_way,
    count(t.id) filter (where t.on_time)::int as delivered_on_time,
    (avg((t.answered_at is not null and t.state <> 'DECLINED')::int)
      filter (where t.answered_at is not null or t.state = 'EXPIRED'))::float8 as acceptance_rate,
    (avg((t.picked_up_at <= t.pickup_by)::int) filter (where t.picked_up_at is not null))::float8 as pickup_on_time_rate,
    (avg(t.on_time::int))::float8 as delivery_on_time_rate,
    ${median("offered_at", "answered_at", "t.answered_at is not null")} as answer_s_median,
    ${median("offered_at", "answered_at", "t.answered_at is not null and t.state <> 'DECLINED'")} as accept_s_median,
    ${median("answered_at", "first_report_at", "t.first_report_at is not null")} as first_report_s_median,
    count(distinct t.order_id) filter (where exists (select from tracking_event e
      where e.business_id = $1 and e.tracking_number = t.tracking_number and e.provider = p.code
        and e.document->>'incident_reason' in ('damaged', 'lost', 'contents_missing', 'stolen', 'spoiled', 'leaking')))::int as claims,
    sum(t.price_minor) filter (where t.state = 'COMPLETED')::bigint as cost_minor
  from thirdparty_provider p left join asked t on t.provider_id = p.id
  where p.business_id = $1 group by p.business_id, p.id order by lower(p.name), p.id`;

/** By the day of the offer; $5 is the first day of the period, $6 the days of a step. */
const STEPS = `with asked as (${ASKED_WITH_ORDERS})
  select t.provider_id, to_char($5::date + ((t.offered_at at time zone $4)::date - $5::date) / $6::int * $6::int, 'YYYY-MM-DD') as from,
    count(*)::int as offered, count(*) filter (where t.${WAS_ACCEPTED})::int as accepted,
    count(*) filter (where t.state = 'COMPLETED')::int as delivered,
    count(*) filter (where t.on_time)::int as delivered_on_time
  from asked t group by 1, 2`;

const REASONS = `select t.provider_id, t.state, t.reason, count(*)::int as count from ${OFFERED_TENDERS}
    and t.state in ('DECLINED', 'HANDED_BACK', 'FAILED')
  group by 1, 2, 3 order by count(*) desc, 2, 3`;
