/** Bags between two lockers, over HTTP with devices that sign what they report. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { closed, opened } from "#tests/support/lockers.ts";
import { LARGE, openTestRelay, SMALL } from "#tests/support/relays.ts";
import { testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";

const service = await testService();
service.freezeClock();
const HOUR = 3_600_000;
const ROOT = "/api/v1/luggage-relay";
const openRelay = (second_sizes?: string[]) => openTestRelay(service, second_sizes);
const at = (milliseconds: number) => new Date(service.now().getTime() + milliseconds).toISOString();

describe("a relay", () => {
  test("goes from locker to hub to locker to the renter, who is told of each step", async () => {
    const relay = await openRelay();
    const collected = await relay.collect();
    assert.equal(collected.status, 200, JSON.stringify(collected.body));
    assert.equal(typeof collected.body.command_id, "number");
    assert.partialDeepStrictEqual(await relay.rental(), { state: "ACTIVE", is_relayed: true });
    const arrived = await relay.hubIn();
    assert.partialDeepStrictEqual(arrived.body.relay, { status: "AT_HUB", hub_bin: "R-7", holder: null });
    const options = await relay.business.http("client_admin", "GET", `${ROOT}/${relay.relay_id}/options`);
    assert.ok(
      options.body.options.every(({ fits }: { fits: boolean }) => fits),
      JSON.stringify(options.body),
    );
    const answer = await relay.choose(relay.second);
    assert.partialDeepStrictEqual(answer.body.relay, {
      status: "RETURN_CHOSEN",
      return_choice: {
        chosen_by: "staff",
        basis: "Flight leaves from there",
        consent: "phone",
        locker_name: "South hall",
      },
    });
    const out = await relay.post("hub-out", { bags: await relay.scan(["T1"]) });
    assert.equal(out.status, 200, JSON.stringify(out.body));
    assert.equal((await relay.second.compartment("A01")).status, "RESERVED");
    const late = await relay.choose(relay.first);
    assert.equal(late.body.error_code, "WRONG_STATUS");
    const deposited = await relay.post("deposit", { bags: await relay.scan(["T1"]) });
    assert.match(deposited.body.doors[0].code, /^\d{8}$/, JSON.stringify(deposited.body));
    assert.equal(deposited.body.relay.status, "OUT_TO_LOCKER");
    await relay.second.tell(opened("A01", "deposit"), closed("A01", "FULL"));
    assert.equal((await relay.read()).status, "STORED_IN_LOCKER_2");
    service.advance(30 * HOUR);
    await relay.second.tell(opened("A01", "collect"), closed("A01", "EMPTY"));
    assert.equal((await relay.read()).status, "COLLECTED");
    assert.partialDeepStrictEqual(await relay.rental(), { state: "ENDED", charges: [] });
    service.advance(-30 * HOUR);
    const kinds = await relay.kinds();
    for (const kind of ["relay.collected", "relay.return_chosen", "relay.deposited"])
      assert.ok(kinds.includes(kind as never), kind);
    const messages = await service.system.rows<{ id: number }>(
      "select id from outbox_message where business_id = $1 and recipient = 'ana@example.org'",
      [relay.business.id],
    );
    assert.equal(messages.length, 7, JSON.stringify(messages));
  });

  test("is handed over by who has the bags, with the tags of all of them and photos of their own", async () => {
    const relay = await openRelay();
    const strange = await relay.post("collect", {
      bags: [{ tag: "T1", photo_file_id: await relay.photo("employee"), ...SMALL }],
    });
    assert.equal(strange.body.error_code, "UNKNOWN_PHOTO");
    assert.equal((await relay.read()).bags.length, 0);
    await relay.collect({ T1: SMALL, T2: SMALL }, "employee");
    const other = await relay.hubIn(["T1", "T2"]);
    assert.deepEqual([other.status, other.body.error_code], [403, "WRONG_HOLDER"]);
    const half = await relay.hubIn(["T1", "T9"], "employee");
    assert.partialDeepStrictEqual(half.body, { error_code: "WRONG_BAGS", missing: ["T2"], unknown: ["T9"] });
    assert.equal((await relay.hubIn(["T1", "T2"], "employee")).body.relay.status, "AT_HUB");
  });

  test("of two bags of which one fits keeps both at the hub, and reserves nothing", async () => {
    const relay = await openRelay(["S"]);
    await relay.collect({ T1: SMALL, T2: LARGE });
    await relay.hubIn(["T1", "T2"]);
    const choice = await relay.choose(relay.second);
    assert.deepEqual(
      [choice.status, choice.body.error_code, choice.body.tags],
      [409, "NO_FITTING_COMPARTMENT", ["T2"]],
    );
    const with_room = await openRelay(["S", "L"]);
    await with_room.collect({ T1: SMALL, T2: LARGE });
    await with_room.hubIn(["T1", "T2"]);
    assert.equal((await with_room.choose(with_room.second)).status, 200);
    const compartments = await with_room.second.compartment("A02");
    await with_room.second.admin(
      "POST",
      `/api/v1/lockers/${with_room.second.id}/compartments/${compartments.id}/out-of-service`,
      { note: "Broken" },
    );
    const reservation = await with_room.second.admin(
      "POST",
      `/api/v1/lockers/${with_room.second.id}/reservations`,
      { purpose: "delivery", size: "L" },
    );
    const out = await with_room.post("hub-out", { bags: await with_room.scan(["T1", "T2"]) });
    assert.deepEqual(
      [out.status, out.body.error_code, out.body.tags],
      [409, "NO_FITTING_COMPARTMENT", ["T2"]],
      JSON.stringify(reservation.body),
    );
    assert.equal((await with_room.second.compartment("A01")).status, "FREE");
    assert.equal((await with_room.read()).status, "RETURN_CHOSEN");
  });

  test("waits where a tag was lost, and goes on with another one", async () => {
    const relay = await openRelay();
    await relay.collect({ T1: SMALL });
    const lost = await relay.post("exception", { kind: "missing_tag", note: "Torn off" });
    assert.equal(lost.body.relay.status, "EXCEPTION");
    assert.equal((await relay.hubIn()).body.error_code, "WRONG_STATUS");
    const [bag] = (await relay.read()).bags;
    const resolved = await relay.post("resolve", { new_tags: [{ bag_id: bag.id, tag: "T7" }] });
    assert.equal(resolved.body.relay.status, "COLLECTED_BY_STAFF", JSON.stringify(resolved.body));
    assert.equal((await relay.hubIn(["T7"])).status, 200);
  });

  test("is out while its renter comes to the first locker: the kiosk says so, and nothing opens", async () => {
    const relay = await openRelay();
    await relay.collect();
    const ended = await relay.first.device.call(
      "POST",
      `/api/v1/device-operations/rentals/${relay.rental_id}/end`,
      {},
    );
    assert.deepEqual(
      [ended.status, ended.body.error_code],
      [409, "BAGS_WITH_STAFF"],
      JSON.stringify(ended.body),
    );
    assert.equal((await relay.rental()).state, "ACTIVE");
  });

  test("is changed by its renter until it leaves the hub, and by no other", async () => {
    const relay = await openRelay();
    await relay.collect();
    await relay.hubIn();
    await relay.choose(relay.first);
    const body = { locker_id: relay.second.id, window: { start: at(HOUR), end: at(2 * HOUR) } };
    const answer = await relay.customer.person.http("POST", `${ROOT}/${relay.relay_id}/return-choice`, body);
    assert.partialDeepStrictEqual(answer.body.relay.return_choice, {
      locker_id: relay.second.id,
      chosen_by: "renter",
      consent: null,
    });
    const other = await relay.business.customer();
    const strange = await other.person.http("POST", `${ROOT}/${relay.relay_id}/return-choice`, body);
    assert.equal(strange.status, 404);
  });

  test("loses its compartment where the door is closed over nothing, and the bags return to the hub", async () => {
    const relay = await openRelay();
    await relay.collect();
    await relay.hubIn();
    await relay.choose(relay.second);
    await relay.post("hub-out", { bags: await relay.scan(["T1"]) });
    await relay.second.tell(opened("A01", "deposit"), closed("A01", "EMPTY"));
    assert.partialDeepStrictEqual(await relay.read(), {
      status: "EXCEPTION",
      exception: { kind: "no_space" },
    });
    const resolved = await relay.post("resolve", { is_at_hub: true });
    assert.equal(resolved.body.relay.status, "RETURN_CHOSEN", JSON.stringify(resolved.body));
    assert.equal((await relay.post("hub-out", { bags: await relay.scan(["T1"]) })).status, 200);
  });

  test("ends where the renter takes the bags before staff come; there is one at a time", async () => {
    const relay = await openRelay();
    const again = await relay.business.http("client_admin", "POST", ROOT, { rental_id: relay.rental_id });
    assert.equal(again.body.error_code, "RELAY_EXISTS");
    await relay.first.tell(opened("A01", "collect"), closed("A01", "EMPTY"));
    assert.equal((await relay.read()).status, "COLLECTED");
    assert.equal((await relay.collect()).body.error_code, "WRONG_STATUS");
  });

  test("is brought by drivers of the business who are on duty; one of a contractor sees no relay", async () => {
    const relay = await openRelay();
    const { person } = await relay.business.driver();
    const setDuty = (duty: string) =>
      service.system.execute("update driver set duty = $2 where business_id = $1", [relay.business.id, duty]);
    await setDuty("break");
    assert.deepEqual((await relay.collect(undefined, person)).body.error_code, "NOT_ON_DUTY");
    assert.partialDeepStrictEqual(await relay.read(), { status: "STORED_IN_LOCKER", bags: [] });
    await setDuty("on");
    assert.equal((await relay.collect(undefined, person)).status, 200);
    const listed = (await person.http("GET", ROOT)).body.relays;
    assert.partialDeepStrictEqual(listed, [
      { renter: null, is_held_by_caller: true, next_actions: ["hub_in", "report_exception"] },
    ]);
    const foreign = await relay.business.contractor();
    const { person: stranger } = await relay.business.driver({ contractor_id: foreign.id });
    assert.deepEqual((await stranger.http("GET", ROOT)).body.relays, []);
    assert.equal((await stranger.http("GET", `${ROOT}/${relay.relay_id}`)).status, 404);
    // Who has bags hands them over, whatever the time.
    await setDuty("off");
    assert.equal((await relay.hubIn(["T1"], person)).status, 200);
    await relay.choose(relay.second);
    const out = await relay.post("hub-out", { bags: await relay.scan(["T1"], person) }, person);
    assert.equal(out.body.error_code, "NOT_ON_DUTY");
    assert.equal((await relay.second.compartment("A01")).status, "FREE");
  });

  test("is received and sent at hubs alone where the caller works", async () => {
    const relay = await openRelay();
    const elsewhere = await relay.business.person("employee", "Else");
    const south = await openWarehouse(relay.business, "SOUTH");
    await relay.business.as("client_admin")(updateEmployee, {
      employee_id: elsewhere.account_id,
      warehouse_ids: [south.warehouse_id],
    });
    await relay.collect(undefined, elsewhere);
    assert.equal((await relay.hubIn(["T1"], elsewhere)).status, 404);
    await relay.post("exception", { kind: "other", note: "Brought to the wrong hub" });
    const unknown = await relay.post("resolve", { is_at_hub: true });
    assert.equal(unknown.body.error_code, "HUB_UNKNOWN");
    const { warehouse_id } = relay.warehouse;
    await relay.post("resolve", { is_at_hub: true, warehouse_id, hub_bin: "R-1" });
    assert.partialDeepStrictEqual((await relay.choose(relay.second)).body.relay, {
      status: "RETURN_CHOSEN",
      hub_bin: "R-1",
    });
    const out = await relay.post("hub-out", { bags: await relay.scan(["T1"], elsewhere) }, elsewhere);
    assert.deepEqual([out.status, out.body.error_code], [403, "WRONG_WAREHOUSE"]);
  });

  test("is taken over from who cannot bring it, with every bag scanned; its custody tells so", async () => {
    const relay = await openRelay();
    await relay.collect(undefined, "employee");
    await relay.post("exception", { kind: "other", note: "Van broke down" });
    const none = await relay.post("resolve", { bags: await relay.scan(["T9"]) });
    assert.equal(none.body.error_code, "WRONG_BAGS");
    const answer = await relay.post("resolve", { bags: await relay.scan(["T1"]) });
    assert.partialDeepStrictEqual(answer.body.relay, {
      status: "COLLECTED_BY_STAFF",
      is_held_by_caller: true,
    });
    assert.equal((await relay.hubIn(["T1"], "employee")).body.error_code, "WRONG_HOLDER");
    assert.equal((await relay.hubIn()).status, 200);
    const { scans } = (await relay.business.http("client_admin", "GET", `${ROOT}/${relay.relay_id}`)).body;
    assert.deepEqual(
      scans.map(({ step, tag }: { step: string; tag: string }) => `${step} ${tag}`),
      ["collect T1", "take_over T1", "hub_in T1"],
    );
    await relay.post("exception", { kind: "damaged", note: "A wheel is off" });
    const at_hub = await relay.post("resolve", { bags: await relay.scan(["T1"]) });
    assert.equal(at_hub.body.error_code, "NOBODY_HAS_BAGS");
  });

  test("of which one bag is stored is not at the hub: the other gets another compartment, or both go back", async () => {
    const relay = await openRelay(["S", "S"]);
    await relay.collect({ T1: SMALL, T2: SMALL });
    await relay.hubIn(["T1", "T2"]);
    await relay.choose(relay.second);
    await relay.post("hub-out", { bags: await relay.scan(["T1", "T2"]) });
    assert.ok(
      (await relay.read()).bags.every((bag: { reserved_until: string }) => bag.reserved_until !== null),
    );
    await relay.second.tell(opened("A01", "deposit"), closed("A01", "FULL"));
    await relay.second.tell(opened("A02", "deposit"), closed("A02", "EMPTY"));
    const back = await relay.post("resolve", { is_at_hub: true });
    assert.deepEqual([back.status, back.body.error_code], [409, "BAGS_IN_LOCKER"]);
    const again = await relay.post("resolve", {});
    assert.equal(again.body.relay.status, "OUT_TO_LOCKER", JSON.stringify(again.body));
    await relay.second.tell(opened("A02", "deposit"), closed("A02", "FULL"));
    assert.equal((await relay.read()).status, "STORED_IN_LOCKER_2");
  });
});
