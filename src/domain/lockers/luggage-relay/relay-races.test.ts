/**
 * Staff and devices at once, on parallel connections: of two who take, receive, send or deposit the same bags one does; the
 * locker reports meanwhile. Afterwards each bag is in one place, and each compartment is of one bag.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { closed, opened } from "#tests/support/lockers.ts";
import { openTestRelay, SMALL } from "#tests/support/relays.ts";
import { type HttpAnswer, testService } from "#tests/support/service.ts";

const service = await testService();
const ROUNDS = 3;
const HOUR = 3_600_000;

const listCodes = (answers: readonly HttpAnswer[]) =>
  answers.map(({ status, body }) => (status === 200 ? "ok" : body.error_code)).toSorted();

type Relay = Awaited<ReturnType<typeof openTestRelay>>;

/** Rows that break what must hold whatever happened in which order. */
async function findContradictions({ business }: Pick<Relay, "business">) {
  return service.system.rows(
    `select 'a compartment of two bags' as problem, r.compartment_id as id from luggage_relay_bag b
       join locker_reservation r on r.business_id = b.business_id and r.id = b.reservation_id
      where b.business_id = $1 and r.status in ('HELD', 'IN_USE')
      group by r.compartment_id having count(*) > 1
     union all
     select 'a compartment that no bag of an open relay has', r.id from locker_reservation r
      where r.business_id = $1 and r.subject_type = 'luggage_relay' and r.status in ('HELD', 'IN_USE')
        and not exists (select from luggage_relay_bag b where b.business_id = r.business_id and b.reservation_id = r.id)
     union all
     select 'a bag in two places', b.id from luggage_relay l
       join luggage_relay_bag b on b.business_id = l.business_id and b.relay_id = l.id
       left join locker_reservation r on r.business_id = b.business_id and r.id = b.reservation_id and r.status in ('HELD', 'IN_USE')
      where l.business_id = $1
        and ((l.status in ('COLLECTED_BY_STAFF', 'OUT_TO_LOCKER')) <> (l.holder_account_id is not null) and l.status <> 'EXCEPTION'
          or l.status in ('AT_HUB', 'RETURN_CHOSEN', 'COLLECTED_BY_STAFF') and r.id is not null
          or l.status = 'OUT_TO_LOCKER' and r.id is null
          or l.status = 'STORED_IN_LOCKER_2' and r.status is distinct from 'IN_USE')
     union all
     select 'a bag scanned twice at one step', s.bag_id from luggage_relay_scan s
      where s.business_id = $1 and s.step <> 'deposit'
      group by s.bag_id, s.step having count(*) > 1`,
    [business.id],
  );
}

const window = () => ({
  start: new Date(service.now().getTime() + HOUR).toISOString(),
  end: new Date(service.now().getTime() + 2 * HOUR).toISOString(),
});

describe("bags of a relay, at once", () => {
  for (let round = 0; round < ROUNDS; round += 1)
    test(`are with one person or in one compartment at every step (${round + 1})`, async () => {
      const relay = await openTestRelay(service, ["S", "S", "S"]);
      const { person: driver } = await relay.business.driver();
      const bags = { T1: SMALL, T2: SMALL };
      const tags = Object.keys(bags);

      // Two people before the first locker, while its device says that the renter takes the bags out.
      const collected = await Promise.all([
        relay.collect(bags, "employee"),
        relay.collect(bags, driver),
        relay.first.device.call("POST", `/api/v1/device-operations/rentals/${relay.rental_id}/end`, {}),
      ]);
      assert.deepEqual(listCodes(collected.slice(0, 2)).filter((code) => code === "ok").length, 1);
      const holder = (await relay.findHolder()) === driver.account_id ? driver : "employee";
      assert.deepEqual(await findContradictions(relay), []);

      // Somebody chooses, the renter chooses, the holder arrives twice, and an exception is reported.
      const choice = { locker_id: relay.second.id, window: window() };
      const [one, other] = [await relay.scan(tags, holder), await relay.scan(tags, holder)];
      const hub = { warehouse_id: relay.warehouse.warehouse_id, hub_bin: "R-1" };
      const arrived = await Promise.all([
        relay.post("hub-in", { ...hub, bags: one }, holder),
        relay.post("hub-in", { ...hub, bags: other }, holder),
        relay.post("return-choice", { ...choice, basis: "By phone" }),
        relay.customer.person.http("POST", `/api/v1/luggage-relay/${relay.relay_id}/return-choice`, choice),
      ]);
      assert.deepEqual(listCodes(arrived.slice(0, 2)), ["WRONG_STATUS", "ok"]);
      assert.equal((await relay.read()).status, "RETURN_CHOSEN");
      assert.deepEqual(await findContradictions(relay), []);

      // Two people send the bags, while the compartments are asked for by others and the renter chooses again.
      const reserve = () =>
        relay.second.admin("POST", `/api/v1/lockers/${relay.second.id}/reservations`, {
          purpose: "delivery",
          size: "S",
        });
      const [by_staff, by_driver] = [await relay.scan(tags, "employee"), await relay.scan(tags, driver)];
      const answers = await Promise.all([
        relay.post("hub-out", { bags: by_staff }, "employee"),
        relay.post("hub-out", { bags: by_driver }, driver),
        reserve(),
        relay.customer.person.http("POST", `/api/v1/luggage-relay/${relay.relay_id}/return-choice`, choice),
      ]);
      assert.equal(
        answers.slice(0, 2).filter(({ status }) => status === 200).length,
        1,
        JSON.stringify(listCodes(answers)),
      );
      assert.equal((await reserve()).body.error_code, "NO_FREE_COMPARTMENT");
      assert.deepEqual(await findContradictions(relay), []);

      // The device tells of both doors, while the bags are handed in twice and somebody reports an exception.
      const sender = (await relay.findHolder()) === driver.account_id ? driver : "employee";
      const codes = (await relay.read()).bags.map(({ compartment }: { compartment: string }) => compartment);
      const [first_scan, second_scan] = [await relay.scan(tags, sender), await relay.scan(tags, sender)];
      await Promise.all([
        relay.post("deposit", { bags: first_scan }, sender),
        relay.second.tell(
          ...codes.flatMap((code: string) => [opened(code, "deposit"), closed(code, "FULL")]),
        ),
        relay.post("exception", { kind: "other", note: "The display is dark" }),
        relay.post("deposit", { bags: second_scan }, sender),
      ]);
      assert.equal((await relay.read()).status, "STORED_IN_LOCKER_2");
      assert.deepEqual(await findContradictions(relay), []);

      // The renter takes both out, reported at once with a late repetition.
      await Promise.all(
        codes.map((code: string) => relay.second.tell(opened(code, "collect"), closed(code, "EMPTY"))),
      );
      assert.equal((await relay.read()).status, "COLLECTED");
      assert.equal((await relay.rental()).state, "ENDED");
    });

  test("take the last compartment for one relay of two", async () => {
    const first = await openTestRelay(service, ["S"]);
    const relays = [first, await openTestRelay(service, first)];
    for (const relay of relays) {
      await relay.collect();
      await relay.hubIn();
      await relay.choose(first.second);
    }
    const scans = await Promise.all(relays.map((relay) => relay.scan(["T1"])));
    const answers = await Promise.all(
      relays.map((relay, index) => relay.post("hub-out", { bags: scans[index] })),
    );
    assert.deepEqual(listCodes(answers), ["NO_FITTING_COMPARTMENT", "ok"]);
    assert.deepEqual(await findContradictions(first), []);
  });
});
