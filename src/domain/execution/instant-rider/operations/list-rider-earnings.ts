/** What the caller earned: the entries of jobs, newest first, with the totals of the period. */

import Type from "typebox";
import { getOwnDriver } from "#domain/execution/driver-app/public.ts";
import { defineList, requiredParameter } from "#operation/define/list.ts";
import {
  CalendarDate,
  Count,
  Currency,
  MinorSum,
  Nullable,
  OrderId,
  StringEnum,
  Timestamp,
} from "#vocabulary/basics.ts";
import { addDays, toInstant } from "#vocabulary/calendar.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { RIDER_READ } from "../refusals.ts";
import { PAY_KINDS } from "../rules.ts";

const OF_DRIVER = "e.driver_id = $driver and e.at >= $since and e.at < $until";

export const listRiderEarnings = defineList({
  name: "instantRiderEarnings",
  summary: "List own earnings as a rider",
  ...RIDER_READ,
  rest: { method: "GET", path: "/api/v1/instant-rider/earnings" },
  filters: { from: requiredParameter(CalendarDate), to: requiredParameter(CalendarDate) },
  above: {
    jobs: Count,
    totals: Type.Array(Type.Object({ currency: Currency, amount_minor: MinorSum }), {
      description: "Of the whole period, one for each currency.",
    }),
  },
  rows: {
    entries: Type.Array(
      Type.Object({
        id: NoRef("an entry of the earnings"),
        job_id: Ref("instant_job"),
        order_id: Ref("order", OrderId),
        kind: StringEnum(PAY_KINDS),
        quantity: Nullable({ ...Count, description: "Metres of distance, minutes of waiting." }),
        amount_minor: MinorSum,
        currency: Currency,
        at: Timestamp,
      }),
    ),
  },
  from: "instant_pay_entry e",
  select: `select e.id, e.job_id, j.order_id, e.kind, e.quantity, e.amount_minor, e.currency, e.at
    from instant_pay_entry e join instant_job j on j.business_id = $1 and j.id = e.job_id`,
  where: OF_DRIVER,
  order: "e.at desc, e.id desc",
  async values(context, { from, to }) {
    const { time_zone } = context.business;
    const driver = await getOwnDriver(context, { lock: false });
    return {
      driver: driver.id,
      since: toInstant(from, "00:00", time_zone),
      until: toInstant(addDays(to, 1), "00:00", time_zone),
    };
  },
  async readTotals(_, { query }) {
    const own_entries = `from instant_pay_entry e where e.business_id = $1 and ${OF_DRIVER}`;
    const [totals, [counted]] = await Promise.all([
      query<{ currency: string; amount_minor: number }>(
        `select e.currency, sum(e.amount_minor)::bigint as amount_minor ${own_entries} group by e.currency order by e.currency`,
      ),
      query<{ total: number; jobs: number }>(
        `select count(*) as total, count(distinct e.job_id) as jobs ${own_entries}`,
      ),
    ]);
    return { total: counted?.total ?? 0, jobs: counted?.jobs ?? 0, totals };
  },
});
