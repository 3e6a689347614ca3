import assert from "node:assert/strict";
import { DROPOFF, defineRaces, ROUNDS } from "#tests/support/races.ts";

export const races = defineRaces({
  "a customer is disabled while it creates orders: later orders are refused": async ({
    business,
    admin,
    race,
    atOnce,
    call,
  }) => {
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const { id: customer_id, person } = await business.customer();
      const callAsCustomer = call(person.call);
      await race(
        round,
        () => admin("clientCustomerUpdate", { customer_id, status: "disabled" }),
        () => callAsCustomer("clientOrderCreate", { dropoff: DROPOFF }),
        () => callAsCustomer("clientOrders", {}),
      );
      const [after] = await atOnce(() => callAsCustomer("clientOrderCreate", { dropoff: DROPOFF }));
      assert.notEqual(after, "done");
    }
  },
});
