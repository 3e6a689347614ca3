import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { closed, opened, openTestLocker, type TestLocker } from "#tests/support/lockers.ts";
import { type Course, defineRaces } from "#tests/support/races.ts";

const TIMES = 3;
const ROOT = "/api/v1/device-operations/rentals";

async function openStorage({ business, admin }: Course): Promise<void> {
  await admin("clientPriceListCreate", {
    name: "Lockers",
    family: "storage_services",
    rules: [
      { name: "Luggage", services: ["locker-s"], base_minor: 500, includes_days: 1, per_day_minor: 100 },
    ],
    is_default: true,
  });
  const settings = { storage_rental_period_h: 2, storage_rental_grace_min: 0 };
  const changed = await business.http("client_admin", "PUT", "/api/v1/client/settings", { settings });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
}

/** What a kiosk asks; its answers, refusals too. */
const ask = (locker: TestLocker, path: string, body: object = {}) =>
  locker.device.call("POST", `${ROOT}${path}`, body);
const pay = (amount_minor: number) => ({ amount_minor, reference: randomUUID() });
const start = (locker: TestLocker) =>
  ask(locker, "", { request_id: randomUUID(), size: "S", hours: 4, payment: pay(600) });
const tellDeposit = (locker: TestLocker) => locker.tell(opened("A01", "deposit"), closed("A01", "FULL"));
const tellCollection = (locker: TestLocker) => locker.tell(opened("A01", "collect"), closed("A01", "EMPTY"));

export const races = defineRaces({
  "the last compartment for two renters at once: one has it": async (course) => {
    await openStorage(course);
    for (let round = 0; round < TIMES; round += 1) {
      const locker = await openTestLocker(course.business, [["S"]], `Hall ${round}`);
      const answers: (number | string)[] = [];
      const rent = async () => {
        const { status, body } = await start(locker);
        answers.push(status === 201 ? status : body.error_code);
      };
      await course.race(round, rent, rent);
      assert.deepEqual(answers.toSorted(), [201, "NO_FREE_COMPARTMENT"]);
    }
  },

  "a bag that is taken out while the rental is extended and ended at the kiosk, and staff issue a code: it has ended":
    async (course) => {
      await openStorage(course);
      for (let round = 0; round < TIMES; round += 1) {
        const locker = await openTestLocker(course.business, [["S"]], `Hall ${round}`);
        const { rental_id } = (await start(locker)).body;
        await tellDeposit(locker);
        const statuses: number[] = [];
        const record = async (answer: Promise<{ status: number }>) => {
          statuses.push((await answer).status);
        };
        await course.race(
          round,
          () => tellCollection(locker),
          () =>
            record(
              ask(locker, `/${rental_id}/extend`, { request_id: randomUUID(), hours: 2, payment: pay(100) }),
            ),
          () => record(ask(locker, `/${rental_id}/end`)),
          () => course.admin("lockerRentalCodeIssue", { rental_id, reissue: true }),
        );
        assert.ok(
          statuses.every((status) => status < 300 || status === 409),
          `${statuses}`,
        );
        const { rental } = await course.admin("lockerStorageRental", { rental_id });
        assert.equal(rental.state, "ENDED");
      }
    },
});
