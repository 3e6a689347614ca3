/**
 * How many orders a contractor could plan for a date: those assigned to its accounts, and the unassigned ones that its
 * rules accept. A contractor's own account sees only the orders assigned to that account. Returns counts, so that the
 * effect of a change of rules can be compared.
 *
 * Source: our choice.
 */
import Type from "typebox";
import { findContractorAccountIds } from "#domain/planning/routes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Count } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { includesEarlier, LIMITS } from "../options.ts";
import { countByDate, findPoolRefusal, getPlannedDates, loadOpenOrders } from "../pool.ts";
import { loadRulePool } from "../rule-pool.ts";
import { OrderCountsShape } from "../shapes.ts";

export const getContractorPool = defineOperation({
  name: "clientContractorPool",
  summary: "Get how many orders a contractor could plan for a date",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/client/contractors/{contractor_id}/pool" },
  input: Type.Object({
    contractor_id: Ref("contractor"),
    date: Type.Optional(CalendarDate),
    include_earlier: Type.Optional(
      Type.Boolean({
        description: "As when building routes: by default true for today and false for other dates.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    date: CalendarDate,
    assigned: Type.Integer({ description: "Assigned to its accounts, and not planned yet." }),
    by_rules: Type.Integer({ description: "Unassigned, and accepted by its rules within their capacities." }),
    orders: OrderCountsShape,
    is_cut: Type.Boolean({
      description: `More than ${LIMITS.orders} were found; only the first ones are counted.`,
    }),
    rules: Type.Array(
      Type.Object({
        planned: Count,
        open: Type.Integer({ description: "How many of the orders in by_rules this rule accepts." }),
      }),
      {
        description:
          "In the sequence of its rules: what is on its routes of the day, and what could be added.",
      },
    ),
  }),

  async run(
    { actor, business, db, business_id, now, refuse },
    { contractor_id, date: requested_date, include_earlier },
  ) {
    const today = toLocalDate(now, business.time_zone);
    const date = requested_date ?? today;
    const dates = getPlannedDates(date, includesEarlier(date, today, include_earlier));
    const is_own = actor.role !== "broker_employee" || actor.contractor_id === contractor_id;
    const contractor = is_own
      ? await db.row("select id from contractor where business_id = $1 and id = $2", [
          business_id,
          contractor_id,
        ])
      : undefined;
    if (contractor === undefined) throw refuse("not_found", { message: messages.unknown_contractor });
    const people =
      actor.role === "broker_employee"
        ? [actor.account_id ?? -1]
        : [...(await findContractorAccountIds(db, business_id, contractor_id))];
    const pool = { contractor_id, account_ids: people };
    const by_rules = await loadRulePool(db, business_id, contractor_id, date);
    const planned = [...by_rules.counter.counts];
    const orders = await loadOpenOrders(db, business_id, pool, by_rules, dates);
    const counted = orders.slice(0, LIMITS.orders);
    const fit = counted.filter((order) => findPoolRefusal(order, pool, by_rules) === null);
    const taken_counts = by_rules.counter.counts;
    const open = taken_counts.map((all, index) => all - (planned[index] ?? 0));
    const ruled = open.reduce((sum, n) => sum + n, 0);
    return {
      result: true,
      date,
      assigned: fit.length - ruled,
      by_rules: ruled,
      orders: countByDate(fit, date),
      is_cut: orders.length > LIMITS.orders,
      rules: planned.map((n, index) => ({ planned: n, open: open[index] ?? 0 })),
    };
  },
});
