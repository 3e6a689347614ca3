import assert from "node:assert/strict";
import { defineRaces, ROUNDS } from "#tests/support/races.ts";

export const races = defineRaces({
  "one person is invited by two at once, as employee and as driver: one account, one invitation": async ({
    service,
    business,
    admin,
    second,
    race,
  }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = `invited-${business.id}-${round}@race.example`;
      const outcome = await race(
        round,
        () => admin("userEmployeeCreate", { name: "Ana Dias", email, preset: "dispatcher" }),
        () =>
          second("userEmployeeCreate", { name: "Ana Dias", email: email.toUpperCase(), preset: "counter" }),
        () => admin("clientDriverCreate", { name: "Ana Dias", email }),
      );
      assert.deepEqual(outcome.toSorted(), ["done", "email_taken", "email_taken"]);
      const links = await service.system.rows(
        `select r.account_id from account a join password_reset r on r.account_id = a.id and r.used_at is null
        where a.business_id = $1 and lower(a.email) = $2`,
        [business.id, email],
      );
      assert.equal(links.length, 1);
    }
  },

  "an account is invited again by two at once: one link works": async ({
    service,
    business,
    admin,
    second,
    race,
  }) => {
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const email = `again-${business.id}-${round}@race.example`;
      const { employee_id } = await admin("userEmployeeCreate", { name: "Ana Dias", email });
      const invite = (by: typeof admin) => () =>
        by("userEmployeeUpdate", { employee_id, send_invitation: true });
      assert.deepEqual(await race(round, invite(admin), invite(second)), ["done", "done"]);
      const links = await service.system.rows(
        "select 1 from password_reset where account_id = $1 and used_at is null",
        [employee_id],
      );
      assert.equal(links.length, 1);
    }
  },

  "a token is revoked while it is used: the next call is refused": async ({ service, business, call }) => {
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const person = await business.person("employee");
      const created_token = await call(person.call)("userTokenCreate", { name: "Race", profile: "full" });
      const headers = { authorization: `Bearer ${created_token.access_token}` };
      const list = () => service.http("GET", "/api/v1/client/orders?per_page=1", undefined, headers);
      const answers = await Promise.all([
        list(),
        person.http("DELETE", `/api/v1/user/tokens/${created_token.token.id}`),
        list(),
        list(),
      ]);
      for (const { status } of answers) assert.ok([200, 401, 403].includes(status), String(status));
      assert.equal((await list()).status, 401);
    }
  },
});
