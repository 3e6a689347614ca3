/** Bags between two lockers, over HTTP with devices that sign what they report. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { createPriceList } from "#domain/money/price-lists/operations/create-price-list.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import { closed, opened, openTestLocker, type TestLocker } from "#tests/support/lockers.ts";
import { testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";

const service = await testService();
service.freezeClock();
const HOUR = 3_600_000;
const ROOT = "/api/v1/luggage-relay";
const SMALL = { width_mm: 300, height_mm: 100, depth_mm: 400 };
const LARGE = { width_mm: 370, height_mm: 370, depth_mm: 490 };
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

type Role = "client_admin" | "employee" | "driver";

/** A rental with something in it, and a second locker with these compartments. */
async function openRelay(second_sizes: string[] = ["S", "L"]) {
  const business = await service.business({ currency: "BRL" });
  const admin = business.as("client_admin");
  const rules = [{ name: "Luggage", base_minor: 500 }];
  await admin(createPriceList, { name: "Lockers", family: "storage_services", rules, is_default: true });
  const customer = await business.customer();
  await admin(topUpWallet, { customer_id: customer.id, amount_minor: 10_000, method: "cash" });
  const first = await openTestLocker(business, [["M"]], "North hall");
  const second = await openTestLocker(business, [second_sizes], "South hall");
  const warehouse = await openWarehouse(business);
  const started = await first.device.call("POST", "/api/v1/device-operations/rentals", {
    request_id: randomUUID(),
    size: "M",
    hours: 4,
    customer_id: customer.id,
    contact: { email: "ana@example.org", language: "pt" },
  });
  assert.equal(started.status, 201, JSON.stringify(started.body));
  const { rental_id } = started.body;
  await first.tell(opened("A01", "deposit"), closed("A01", "FULL"));
  const created = await business.http("client_admin", "POST", ROOT, { rental_id });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { relay_id } = created.body;

  const post = (action: string, body: unknown, role: Role = "client_admin") =>
    business.http(role, "POST", `${ROOT}/${relay_id}/${action}`, body);
  const photo = async (role: Role = "client_admin") => {
    const upload = await business.http(role, "POST", "/api/v1/files", {
      content_base64: PIXEL,
      content_type: "image/png",
      name: "bag.png",
    });
    assert.ok(upload.status < 300, JSON.stringify(upload.body));
    return upload.body.file_id ?? upload.body.file.id;
  };
  const scan = async (tags: string[], role: Role = "client_admin") =>
    Promise.all(tags.map(async (tag) => ({ tag, photo_file_id: await photo(role) })));
  return {
    business,
    customer,
    first,
    second,
    rental_id,
    relay_id,
    post,
    photo,
    scan,
    async collect(measures: Record<string, object> = { T1: SMALL }, role: Role = "client_admin") {
      const bags = await Promise.all(
        Object.entries(measures).map(async ([tag, sides]) => ({
          tag,
          photo_file_id: await photo(role),
          ...sides,
        })),
      );
      const answer = await post("collect", { bags }, role);
      if (answer.status === 200)
        await first.tell(
          { action: "door_opened", compartment: "A01", details: { cause: "operator" } },
          closed("A01", "EMPTY"),
        );
      return answer;
    },
    async hubIn(tags: string[] = ["T1"], role: Role = "client_admin") {
      const bags = await scan(tags, role);
      return post("hub-in", { warehouse_id: warehouse.warehouse_id, hub_bin: "R-7", bags }, role);
    },
    choose: (locker: TestLocker, more: Record<string, unknown> = {}) =>
      post("return-choice", {
        locker_id: locker.id,
        window: { start: at(HOUR), end: at(3 * HOUR) },
        basis: "Flight leaves from there",
        consent: "phone",
        ...more,
      }),
    read: async () => (await business.http("client_admin", "GET", `${ROOT}/${relay_id}`)).body.relay,
    rental: async () =>
      (await business.http("client_admin", "GET", `/api/v1/locker-storage/rentals/${rental_id}`)).body.rental,
    kinds: async () => (await business.readEvents("luggage_relay", relay_id)).map(({ kind }) => kind),
  };
}

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
    assert.equal(messages.length, 6, JSON.stringify(messages));
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
});
