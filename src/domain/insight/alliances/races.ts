import assert from "node:assert/strict";
import { ally } from "#tests/support/alliances.ts";
import { defineRaces, ROUNDS } from "#tests/support/races.ts";

export const races = defineRaces({
  "a business is invited to an alliance by two at once: one invitation": async ({ service, race, call }) => {
    const owner = await service.business();
    const alliance_id = await ally(owner);
    for (let round = 0; round < ROUNDS / 4; round += 1) {
      const { code: client_code } = await service.business();
      const invite = (name: string) => () =>
        call(owner.as("client_admin", name))("allianceInvite", { alliance_id, client_code });
      const outcome = await race(round, invite("first"), invite("second"));
      assert.deepEqual(outcome.toSorted(), ["already_invited", "done"]);
    }
  },
});
