import assert from "node:assert/strict";
import { defineInvariants, defineRaces, ROUNDS } from "#tests/support/races.ts";
import { checkFoldOfBusiness } from "./lifecycle/check-fold.ts";

export const races = defineRaces({
  "many orders get many commands in opposite sequences: no deadlock, no internal error": async ({
    admin,
    employee,
    race,
    orders,
  }) => {
    const order_ids = await orders(60);
    const backwards = [...order_ids].reverse();
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const outcome = await race(
        round,
        () => admin("clientOrdersBulkActivity", { order_ids, activity: "hold", reason: "unpaid" }),
        () => employee("clientOrdersBulkActivity", { order_ids: backwards, activity: "release" }),
        () =>
          admin("clientOrdersBulkActivity", { order_ids: backwards.slice(10), activity: "note", note: "n" }),
        () =>
          employee("clientOrdersBulkActivity", { order_ids: order_ids.slice(0, 40), activity: "receive" }),
      );
      assert.deepEqual(new Set(outcome), new Set(["done"]));
    }
  },

  "one process's clock is behind the other's: the decision made last applies": async ({
    service,
    business,
    admin,
    orders,
  }) => {
    const activities = [
      "hold",
      "receive",
      "release",
      "cancel",
      "raise_exception",
      "start_return",
      "reattempt",
    ];
    for (const first of activities) {
      for (const second of activities) {
        for (const third of ["release", "receive", "start_return"]) {
          const [order_id] = await orders(1);
          service.advance(1000);
          for (const activity of [first, second, third]) {
            const because = activity === "hold" || activity === "raise_exception" ? { reason: "unpaid" } : {};
            await admin("clientOrdersBulkActivity", { order_ids: [order_id], activity, ...because });
            service.advance(-100);
          }
          service.advance(1000);
        }
      }
    }
    const backwards = await service.system.rows(
      `select subject_id, seq from (select subject_id, seq, recorded_at,
       lag(recorded_at) over (partition by subject_type, subject_id order by seq) as before from event where business_id = $1) e
      where recorded_at <= before`,
      [business.id],
    );
    assert.deepEqual(backwards, [], "each event of a subject is recorded after the one before it");
  },
});

export const invariants = defineInvariants({
  "rows are the fold of their events": async (system, { id }) =>
    (await checkFoldOfBusiness(system, id)).differences,
});
