/** The events of plan runs. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { CalendarDate, Count, Id, Nullable } from "#vocabulary/basics.ts";
import { OwnMoney } from "#vocabulary/price.ts";

const plan_run = groupEvents({ record_kinds: ["plan_run"], scope: "routes:read" });
const BalanceFigures = Type.Object({
  distance_m: Type.Integer(),
  duration_s: Type.Integer(),
  cost_minor: OwnMoney(Type.Integer()),
  vehicles: Type.Integer(),
  unassigned: Type.Integer(),
  spread: Type.Number(),
});
const Totals = Type.Object({
  distance_m: Type.Number(),
  duration_s: Type.Number(),
  planned_wait_s: Type.Number(),
  vehicles: Count,
  stops: Count,
  unassigned: Count,
  compared_to_unbalanced: Type.Optional(
    Type.Object({
      distance_m: Type.Number(),
      duration_s: Type.Number(),
      vehicles: Type.Integer(),
      unassigned: Type.Integer(),
      cost_minor: Type.Optional(OwnMoney(Type.Integer())),
      balanced: Type.Optional(BalanceFigures),
      unbalanced: Type.Optional(BalanceFigures),
    }),
  ),
});

export const events = defineEvents(
  {
    "plan.run_requested": plan_run("A plan was requested.", { date: CalendarDate, preview: Type.Boolean() }),
    "plan.run_started": plan_run("The solver started.", { date: CalendarDate }),
    "plan.run_shortened": plan_run("The time limit of a running plan was shortened.", {
      date: CalendarDate,
      time_limit_s: Type.Number(),
    }),
    "plan.run_finished": plan_run(
      "A plan run ended: with a plan, cancelled, or failed.",
      {
        date: CalendarDate,
        preview: Type.Boolean(),
        state: Type.String(),
        committed: Type.Boolean(),
        route_ids: Type.Array(Id),
        inputs_hash: Nullable(Type.String()),
        totals: Nullable(Totals),
        reasons: Type.Record(Type.String(), Count, {
          description: "How many orders were left out, by reason.",
        }),
      },
      { public_types: ["plan.run_finished"] },
    ),
    "plan.run_committed": plan_run(
      "The routes of a plan were created.",
      { date: CalendarDate, route_ids: Type.Array(Id), totals: Totals },
      { public_types: ["plan.run_committed"] },
    ),
  },
  {
    "plan.run_finished": "A plan run ended: with a plan, cancelled, or failed.",
    "plan.run_committed": "The routes of a plan were created.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
