import assert from "node:assert/strict";
import { createTestDevice } from "#tests/support/devices.ts";
import { defineInvariants, defineRaces, ROUNDS } from "#tests/support/races.ts";

export const races = defineRaces({
  "the last compartment is reserved by two at once: one has it, the other gets none": async ({
    business,
    admin,
    second,
    race,
  }) => {
    const { id: locker_id } = await createTestDevice(business);
    await admin("lockerCompartmentsCreate", { locker_id, columns: [["M"]] });
    for (let round = 0; round < ROUNDS; round += 1) {
      const granted: number[] = [];
      const reserve = (by: typeof admin) => async () => {
        const answer = await by("lockerReserve", { locker_id, purpose: "delivery", size: "M" });
        granted.push(answer.reservation_id);
      };
      const outcome = await race(round, reserve(admin), reserve(second));
      assert.deepEqual(outcome.toSorted(), ["done", "no_free_compartment"]);
      await admin("lockerReservationRelease", { reservation_id: granted[0] });
    }
  },
});

export const invariants = defineInvariants({
  "a compartment is granted to one reservation, and its status says so": (system, { id }) =>
    system.rows(
      `select c.id, c.status, array_agg(r.status) as reservations from locker_compartment c
         left join locker_reservation r on r.business_id = c.business_id and r.compartment_id = c.id and r.status in ('HELD', 'IN_USE')
        where c.business_id = $1
        group by c.id, c.status
       having count(r.id) > 1 or (c.status = 'FREE' and count(r.id) > 0)
           or (c.status in ('RESERVED', 'LOADING', 'OCCUPIED', 'UNLOADING', 'OVERDUE') and count(r.id) = 0)`,
      [id],
    ),
});
