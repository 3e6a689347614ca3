/**
 * What the driver earned: one line for each completed stop, at the rates of `settings.driver_pay`.
 *
 * Our choice: per stop and per planned kilometre of the leg to it. A business without rates pays by other means: then
 * nothing is listed, and `configured` is false.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Count, Timestamp } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { requireDriverId } from "../own-routes.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { computePay } from "../rules.ts";

interface PaidStop {
  date: string;
  route_id: number;
  route_number: string;
  stop_id: number;
  done_at: string;
  distance_m: number;
}

const PAID_STOPS = `from route r join stop s on s.business_id = r.business_id and s.route_id = r.id
  where r.business_id = $1 and r.driver_id = $2 and r.date between $3::date and $4::date
    and s.status in ('DONE', 'PARTIAL') and s.done_at is not null`;

export const listEarnings = defineOperation({
  name: "driverEarnings",
  summary: "List own earnings",
  access: { roles: ["driver"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/driver/earnings" },
  localised: true,
  input: Type.Object({ ...PageInput, from: CalendarDate, to: CalendarDate }),
  output: Type.Object({
    ...PageOutput,
    configured: Type.Boolean({ description: "False where the business has set no rates." }),
    currency: Type.String(),
    total_minor: Count,
    lines: Type.Array(
      Type.Object({
        date: CalendarDate,
        route_id: Ref("route"),
        route_number: Type.String(),
        stop_id: Ref("stop"),
        done_at: Timestamp,
        distance_m: Count,
        amount_minor: Count,
      }),
    ),
  }),
  refusals: DRIVER_REFUSALS,

  async run(context, { from, to, ...paging }) {
    const { db, business_id, business } = context;
    const { page, per_page, offset } = readPaging(paging);
    const driver_id = requireDriverId(context);
    const currency = business.currency;
    const rates = business.settings.driver_pay;
    if (rates === null)
      return {
        result: true,
        total: 0,
        page,
        per_page,
        configured: false,
        currency,
        total_minor: 0,
        lines: [],
      };
    const [stops, distances] = await Promise.all([
      db.rows<PaidStop>(
        `select r.date, r.id as route_id, r.number as route_number, s.id as stop_id, s.done_at, s.leg_distance_m as distance_m
           ${PAID_STOPS} order by r.date, r.id, s.seq limit $5 offset $6`,
        [business_id, driver_id, from, to, per_page, offset],
      ),
      db.rows<{ distance_m: number }>(`select s.leg_distance_m as distance_m ${PAID_STOPS}`, [
        business_id,
        driver_id,
        from,
        to,
      ]),
    ]);
    return {
      result: true,
      total: distances.length,
      page,
      per_page,
      configured: true,
      currency,
      total_minor: distances.reduce((sum, { distance_m }) => sum + computePay(rates, distance_m), 0),
      lines: stops.map((stop) => ({ ...stop, amount_minor: computePay(rates, stop.distance_m) })),
    };
  },
});
