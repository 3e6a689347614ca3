/**
 * How much a contractor could plan for a date: what is in its people's hands, and what its rules take of the
 * unassigned. Its own person sees its own hands only. Figures, so that rules can be weighed before and after.
 *
 * Source: our choice.
 */
import Type from "typebox";
import { rulePoolOf } from "#domain/contractors/public.ts";
import { accountsOfContractor } from "#domain/routes/public.ts";
import { defineOperation } from "#operation/define.ts";
import { CalendarDate, Count, Id } from "#vocabulary/basics.ts";
import { dateIn } from "#vocabulary/calendar.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { LIMITS } from "../options.ts";
import { openOrders, refusalInPool } from "../pool.ts";

export const getContractorPool = defineOperation({
  name: "clientContractorPool",
  summary: "How much a contractor could plan for a date",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/client/contractors/{contractor_id}/pool" },
  input: Type.Object({ contractor_id: Id, date: Type.Optional(CalendarDate) }),
  output: Type.Object({
    result: Type.Boolean(),
    date: CalendarDate,
    assigned: Type.Integer({ description: "In its people's hands, and not planned yet." }),
    by_rules: Type.Integer({ description: "Unassigned, taken by its rules within their capacities." }),
    is_cut: Type.Boolean({ description: `More than ${LIMITS.orders} were found; only these are counted.` }),
    rules: Type.Array(
      Type.Object({
        planned: Count,
        open: Type.Integer({ description: "Of those counted by the rules, which this one takes." }),
      }),
      { description: "In the sequence of its rules: what is on its routes of the day, and what could be." },
    ),
  }),

  async run({ actor, db, business_id, now, refuse }, { contractor_id, date: asked }) {
    const date = asked ?? dateIn(now, actor.business?.time_zone ?? "UTC");
    const is_own = actor.role !== "broker_employee" || actor.contractor_id === contractor_id;
    const known = is_own
      ? await db.row("select id from contractor where business_id = $1 and id = $2", [
          business_id,
          contractor_id,
        ])
      : undefined;
    if (known === undefined) throw refuse("not_found", { message: "There is no such contractor." });
    const people =
      actor.role === "broker_employee"
        ? [actor.account_id ?? -1]
        : [...(await accountsOfContractor(db, business_id, contractor_id))];
    const pool = { contractor_id, account_ids: people };
    const by_rules = await rulePoolOf(db, business_id, contractor_id, date);
    const planned = [...by_rules.counter.taken];
    const orders = await openOrders(db, business_id, pool, by_rules, date);
    const counted = orders.slice(0, LIMITS.orders);
    const fit = counted.filter((order) => refusalInPool(order, pool, by_rules) === null);
    const taken = by_rules.counter.taken;
    const open = taken.map((all, index) => all - (planned[index] ?? 0));
    const ruled = open.reduce((sum, n) => sum + n, 0);
    return {
      result: true,
      date,
      assigned: fit.length - ruled,
      by_rules: ruled,
      is_cut: orders.length > LIMITS.orders,
      rules: planned.map((n, index) => ({ planned: n, open: open[index] ?? 0 })),
    };
  },
});
