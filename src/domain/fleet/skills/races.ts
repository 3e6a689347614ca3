import assert from "node:assert/strict";
import { DROPOFF, defineRaces, ROUNDS } from "#tests/support/races.ts";

export const races = defineRaces({
  "a skill is deleted and assigned to a driver: no driver has a deleted skill": async ({
    business,
    admin,
    employee,
    race,
  }) => {
    const { id: driver_id } = await business.driver();
    for (let round = 0; round < ROUNDS; round += 1) {
      const code = `skill_${round}`;
      const { skill_id } = await admin("skillCreate", { code, name: "Crane", kind: "driver" });
      const outcome = await race(
        round,
        () => admin("skillDelete", { skill_id }),
        () => employee("skillsDriverSet", { driver_id, skills: [code] }),
        () => admin("clientOrderCreate", { dropoff: DROPOFF, requirements: { skills: [code] } }),
      );
      assert.ok(outcome.slice(0, 2).filter((word) => word === "done").length === 1, outcome.join());
      await employee("skillsDriverSet", { driver_id, skills: [] });
    }
  },
});
