/** The cash that was counted when a route was closed is not what its deliveries were due. Only a decision ends it. */
import { defineAttention } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";

export const cashDifference = defineAttention({
  kind: "cash_difference",
  severity: "critical",
  record_kind: "route",
  title: titles.cash_difference,
  opens_after: {
    "route.closed": ({ subject_id, payload }) =>
      payload["cash_difference_minor"] === 0 ? [] : [Number(subject_id)],
  },
  clears_after: {},
  actions: [],
  async find({ db, business_id }, ids) {
    const rows = await db.rows<{
      id: number;
      driver_id: number | null;
      closing: { closed_at: string; cash_expected_minor: number; cash_counted_minor: number };
    }>(
      `select id, driver_id, closing from route where business_id = $1 and id = any($2::bigint[]) and status = 'CLOSED'
         and (closing->>'cash_difference_minor')::bigint <> 0`,
      [business_id, ids ?? []],
    );
    return rows.map(({ id, driver_id, closing }) => ({
      subject_id: id,
      key: closing.closed_at,
      at: closing.closed_at,
      route_id: id,
      facts: {
        driver_id,
        cash_expected_minor: closing.cash_expected_minor,
        cash_counted_minor: closing.cash_counted_minor,
      },
    }));
  },
});
