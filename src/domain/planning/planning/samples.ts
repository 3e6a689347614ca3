import { defineSamples } from "#tests/support/samples.ts";
import { buildRoute } from "./operations/build-route.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** An order of `plan_run`. */
    plan_run_order: number;
    plan_run_queued: number;
  }
}

/** Without the search, which uses its whole time limit. */
const preview = { preview: true, engine: "savings" } as const;

export const samples = defineSamples({
  own_texts: [
    "balance",
    "capacities",
    "engine",
    "expired_skills",
    "missing_skills",
    "objective",
    "shift_end",
    "shift_start",
    "vehicle_types",
  ],
  records: {
    plan_run_order: (fixture) => fixture.another("order"),
    async plan_run(fixture) {
      const { plan_run_id } = await fixture.people.client_admin.call(buildRoute, {
        ...preview,
        order_ids: [await fixture.id("plan_run_order")],
        driver_ids: [await fixture.id("driver")],
      });
      // A preview creates no route, and lists of routes are filtered by plan run too.
      await fixture.service.system.execute("update route set plan_run_id = $2 where id = $1", [
        await fixture.id("route_empty"),
        plan_run_id,
      ]);
      return plan_run_id ?? 0;
    },
    async plan_run_queued(fixture) {
      await fixture.id("order");
      return (
        (await fixture.people.client_admin.call(buildRoute, { ...preview, async: true })).plan_run_id ?? 0
      );
    },
  },
  operations: {
    clientBuildRoute: {
      inputs: [
        (i) => ({ ...preview, order_ids: [i.order] }),
        (i) => ({ ...preview, driver_ids: [i.driver] }),
        (i) => ({ ...preview, warehouse_ids: [i.warehouse] }),
        (i, own_ids) => ({
          ...preview,
          driver_ids: [own_ids.driver],
          locks: [{ order_id: i.order, driver_id: i.driver }],
        }),
      ],
      fixed: { engine: "savings" },
      not_concurrent: "a business has so many plans on the line at once, and is told to wait",
    },
    clientPlanRunOrder: { member_kinds: { order_id: "plan_run_order" } },
    clientPlanRunCancel: { member_kinds: { plan_run_id: "plan_run_queued" } },
    clientPlanRuns: {
      grow: ({ service, business }) =>
        service.system.execute(
          `insert into plan_run (business_id, date, state, preview, engine, options, seed, created_at)
           values ($1, '2026-12-01', 'COMPLETED', true, 'savings', '{}', 1, now())`,
          [business.id],
        ),
    },
  },
});
