import assert from "node:assert/strict";
import { DROPOFF, defineRaces, ROUNDS } from "#tests/support/races.ts";

export const races = defineRaces({
  "one rate is used by two orders: only one succeeds": async ({ admin, employee, race }) => {
    await admin("clientPriceListCreate", {
      name: "Flat",
      rules: [{ name: "Flat", base_minor: 900 }],
      is_default: true,
    });
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const { rates } = await admin("clientOrderRate", { dropoff: DROPOFF });
      const body = { dropoff: DROPOFF, rate_id: rates[0].rate_id };
      const outcome = await race(
        round,
        () => admin("clientOrderCreate", body),
        () => employee("clientOrderCreate", body),
      );
      assert.deepEqual(outcome.sort(), ["done", "rate_used"]);
    }
  },
});
