import assert from "node:assert/strict";
import { defineRaces } from "#tests/support/races.ts";

export const races = defineRaces({
  "an order is held and its plan is committed: one of them, never both": async ({
    business,
    admin,
    employee,
    race,
    orders,
  }) => {
    // The solver uses its full second each time.
    for (let round = 0; round < 3; round += 1) {
      const driver = await business.driver();
      const order_ids = await orders(2);
      const { plan_run_id } = await admin("clientBuildRoute", {
        preview: true,
        order_ids,
        driver_ids: [driver.id],
        time_limit_s: 1,
      });
      const outcome = await race(
        round,
        () => employee("clientOrderHold", { order_id: order_ids[0], reason: "unpaid" }),
        () => admin("clientPlanRunCommit", { plan_run_id }),
        () => employee("clientPlanRunCommit", { plan_run_id }),
      );
      const commits = outcome.slice(1).filter((word) => word === "done").length;
      assert.ok(commits <= 1, "a plan is committed once");
      assert.equal(await business.readStatus(order_ids[0] as number), "HOLD");
    }
  },
});
