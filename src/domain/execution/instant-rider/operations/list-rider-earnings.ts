/** What the caller earned: the entries of jobs, newest first, with the totals of the period. */
import Type from "typebox";
import { getOwnDriver } from "#domain/execution/driver-app/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import {
  CalendarDate,
  Count,
  Currency,
  Id,
  MinorSum,
  Nullable,
  OrderId,
  StringEnum,
  Timestamp,
} from "#vocabulary/basics.ts";
import { addDays, toInstant } from "#vocabulary/calendar.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { RIDER_READ } from "../refusals.ts";
import { PAY_KINDS, type PayKind } from "../rules.ts";

export const listRiderEarnings = defineOperation({
  name: "instantRiderEarnings",
  summary: "List own earnings as a rider",
  ...RIDER_READ,
  rest: { method: "GET", path: "/api/v1/instant-rider/earnings" },
  input: Type.Object({ ...PageInput, from: CalendarDate, to: CalendarDate }),
  output: Type.Object({
    ...PageOutput,
    jobs: Count,
    totals: Type.Array(Type.Object({ currency: Currency, amount_minor: MinorSum }), {
      description: "Of the whole period, one for each currency.",
    }),
    entries: Type.Array(
      Type.Object({
        id: Id,
        job_id: Id,
        order_id: OrderId,
        kind: StringEnum(PAY_KINDS),
        quantity: Nullable({ ...Count, description: "Metres of distance, minutes of waiting." }),
        amount_minor: MinorSum,
        currency: Currency,
        at: Timestamp,
      }),
    ),
  }),

  async run(context, { from, to, ...paging }) {
    const { db, business_id, business } = context;
    const { page, per_page, offset } = readPaging(paging);
    const driver = await getOwnDriver(context, { lock: false });
    const time_zone = business.time_zone;
    const period = [toInstant(from, "00:00", time_zone), toInstant(addDays(to, 1), "00:00", time_zone)];
    const own = "e.business_id = $1 and e.driver_id = $2 and e.at >= $3 and e.at < $4";
    const values = [business_id, driver.id, ...period];
    const [entries, totals, counted] = await Promise.all([
      db.rows<{
        id: number;
        job_id: number;
        order_id: number;
        kind: PayKind;
        quantity: number | null;
        amount_minor: number;
        currency: string;
        at: string;
      }>(
        `select e.id, e.job_id, j.order_id, e.kind, e.quantity, e.amount_minor, e.currency, e.at
           from instant_pay_entry e join instant_job j on j.business_id = $1 and j.id = e.job_id
          where ${own} order by e.at desc, e.id desc limit $5 offset $6`,
        [...values, per_page, offset],
      ),
      db.rows<{ currency: string; amount_minor: number }>(
        `select e.currency, sum(e.amount_minor)::bigint as amount_minor from instant_pay_entry e where ${own}
          group by e.currency order by e.currency`,
        values,
      ),
      db.row<{ total: number; jobs: number }>(
        `select count(*) as total, count(distinct e.job_id) as jobs from instant_pay_entry e where ${own}`,
        values,
      ),
    ]);
    return {
      result: true,
      total: counted?.total ?? 0,
      page,
      per_page,
      jobs: counted?.jobs ?? 0,
      totals,
      entries,
    };
  },
});
