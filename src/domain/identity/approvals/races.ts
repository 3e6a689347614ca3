import assert from "node:assert/strict";
import { defineRaces, ROUNDS } from "#tests/support/races.ts";

export const races = defineRaces({
  "a proposal is approved, rejected and approved again: one decision": async ({
    business,
    admin,
    employee,
    race,
    orders,
    call,
  }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [order_id] = await orders(1);
      const { approval_id } = await employee("approvalPropose", {
        tool: "hold_order",
        arguments: { order_id, reason: "unpaid" },
      });
      const outcome = await race(
        round,
        () => admin("approvalApprove", { approval_id }),
        () => admin("approvalReject", { approval_id }),
        () => call(business.as("client_admin", "second"))("approvalApprove", { approval_id }),
      );
      assert.equal(outcome.filter((word) => word === "done").length, 1, outcome.join());
      const held = (await business.readEvents("order", order_id as number)).filter(
        ({ kind }) => kind === "order.held",
      );
      assert.equal(held.length, outcome[1] === "done" ? 0 : 1);
    }
  },
});
