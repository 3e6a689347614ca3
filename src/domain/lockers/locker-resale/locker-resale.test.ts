/**
 * Handovers over HTTP, with a locker that signs what it reports: seller and buyer each on their side, the buyer by a claim
 * link, and what goes wrong between them.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runDue } from "#operation/due/run-due.ts";
import { closed, openTestLocker, PLACE, type TestLocker } from "#tests/support/lockers.ts";
import { readOutbox } from "#tests/support/outbox.ts";
import { PNG } from "#tests/support/samples.ts";
import { type HttpAnswer, type TestPerson, testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
const DAY = 24 * 3_600_000;
const ROOT = "/api/v1/locker-resale";

interface Deal {
  locker: TestLocker;
  seller: TestPerson & { customer_id: number };
  id: number;
  sell(path: string, body?: object): Promise<HttpAnswer>;
  /** By the claim link. */
  buy(path: string, body?: object): Promise<HttpAnswer>;
  staff(path: string, body?: object): Promise<HttpAnswer>;
  read(): Promise<Record<string, unknown> & { status: string }>;
  here(): { position: object };
}

/** A listed handover, its locker, and a buyer with a claim link. */
async function list(
  facts: Record<string, unknown> = {},
  settings: Record<string, unknown> = {},
): Promise<Deal> {
  const business = await service.business({ settings });
  const locker = await openTestLocker(business, [["S", "S"]]);
  const { id: customer_id, person } = await business.customer();
  const photo_file_id = await upload(person);
  const created = await person.http("POST", `${ROOT}/handovers`, {
    title: "Camera",
    size: "S",
    inspection_min: 15,
    photo_file_ids: [photo_file_id],
    ...facts,
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const id: number = created.body.handover_id;
  const link = { authorization: `Bearer ${created.body.claim_token}` };
  return {
    locker,
    seller: { ...person, customer_id },
    id,
    sell: (path, body = {}) => person.http("POST", `${ROOT}/handovers/${id}/${path}`, body),
    buy: (path, body) =>
      body === undefined
        ? service.http("GET", `${ROOT}/claim${path}`, undefined, link)
        : service.http("POST", `${ROOT}/claim/${path}`, body, link),
    staff: (path, body = {}) =>
      business.http("client_admin", "POST", `${ROOT}/handovers/${id}/${path}`, body),
    read: async () => (await person.http("GET", `${ROOT}/handovers/${id}`)).body.handover,
    here: () => ({
      position: { lat: PLACE.lat, lng: PLACE.lng, accuracy_m: 5, at: service.now().toISOString() },
    }),
  };
}

/** Who may read a photo, by the status of the answer. */
const readPhoto = async (person: TestPerson, file_id: number): Promise<number> =>
  (await person.http("GET", `/api/v1/files/${file_id}`)).status;

async function upload(person: TestPerson): Promise<number> {
  const content_base64 = PNG.toString("base64");
  const answer = await person.http("POST", "/api/v1/files", {
    content_base64,
    content_type: "image/png",
    name: "a.png",
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.file_id;
}

const expectSuccess = (answer: HttpAnswer): HttpAnswer => {
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer;
};
const readRefusal = ({ status, body }: HttpAnswer) => [status, body.error_code];

/** The device carries out the command that somebody had sent, and the door is closed over these contents; null: left open. */
async function carryOut({ locker }: Deal, contents: string | null): Promise<void> {
  const { commands } = (await locker.device.call("GET", "/api/v1/device-operations/commands")).body;
  const { nonce } = commands.findLast(({ kind }: { kind: string }) => kind === "open");
  const opening = { action: "door_opened", compartment: "A01", details: { cause: "command", nonce } };
  await locker.tell(opening, ...(contents === null ? [] : [closed("A01", contents)]));
}

async function deposit(deal: Deal, contents = "FULL"): Promise<void> {
  const { locker, seller } = deal;
  expectSuccess(await deal.sell("reserve", { locker_id: locker.id }));
  const photo_file_id = await upload(seller);
  expectSuccess(await deal.sell("deposit", { photo_file_id, ...deal.here() }));
  await carryOut(deal, contents);
  if (contents === "NONE") expectSuccess(await deal.sell("deposit", { step: "confirm" }));
}

async function releaseTo(deal: Deal, contents?: string): Promise<void> {
  await deposit(deal, contents);
  expectSuccess(await deal.sell("release"));
}

describe("between seller and buyer", () => {
  test("the item is deposited, released, looked at and collected; each side sees its own view", async () => {
    const deal = await list({}, { resale_fee_minor: 0 });
    const { locker } = deal;
    assert.partialDeepStrictEqual((await deal.buy("")).body.handover, {
      side: "buyer",
      status: "LISTED",
      fee_minor: null,
      can_collect: false,
    });
    assert.deepEqual(readRefusal(await deal.buy("collect", deal.here())), [409, "NOT_DEPOSITED"]);
    expectSuccess(await deal.sell("reserve", { locker_id: locker.id }));
    assert.deepEqual(readRefusal(await deal.sell("deposit", deal.here())), [422, "PHOTO_NEEDED"]);
    assert.deepEqual(readRefusal(await deal.sell("release")), [409, "NOT_DEPOSITED"]);
    const photo_file_id = await upload(deal.seller);
    expectSuccess(await deal.sell("deposit", { photo_file_id, ...deal.here() }));
    await carryOut(deal, "FULL");
    assert.equal((await deal.read()).status, "DEPOSITED");
    assert.deepEqual(readRefusal(await deal.buy("collect", deal.here())), [409, "NOT_RELEASED"]);
    assert.deepEqual(readRefusal(await deal.buy("code", {})), [409, "NOT_RELEASED"]);
    expectSuccess(await deal.sell("release"));
    assert.deepEqual(readRefusal(await deal.sell("collect", deal.here())), [403, "NOT_YOUR_SIDE"]);
    assert.deepEqual(readRefusal(await deal.sell("code")), [409, "WRONG_STATUS"]);
    assert.match((await deal.buy("code", {})).body.code, /^[0-9]{8}$/);
    assert.deepEqual(readRefusal(await deal.buy("inspect", {})), [403, "PRESENCE_FAILED"]);
    assert.partialDeepStrictEqual(expectSuccess(await deal.buy("inspect", deal.here())).body, {
      handover: { can_inspect: true },
    });
    await carryOut(deal, "FULL");
    assert.partialDeepStrictEqual((await deal.buy("")).body.handover, {
      status: "INSPECTED",
      can_reject: true,
    });
    expectSuccess(await deal.buy("collect", deal.here()));
    await carryOut(deal, "EMPTY");
    assert.partialDeepStrictEqual(await deal.read(), { status: "COLLECTED", side: "seller", fee_minor: 0 });
    const kinds = (await locker.business.readEvents("resale_handover", deal.id)).map(({ kind }) => kind);
    assert.deepEqual(
      kinds.filter((kind) => !/photo|buyer|created|changed/.test(kind)),
      ["resale.deposited", "resale.released", "resale.collected"],
    );
    assert.equal((await locker.compartment("A01")).status, "FREE");
  });

  test("the locker's use is paid at the deposit, and nothing has a price of the item", async () => {
    const deal = await list({}, { resale_fee_minor: 700 });
    assert.deepEqual(readRefusal(await deal.sell("reserve", { locker_id: deal.locker.id })), [
      402,
      "WALLET_TOO_LOW",
    ]);
    const { business } = deal.locker;
    await service.system.execute("update customer set credit_limit_minor = 1000 where id = $1", [
      deal.seller.customer_id,
    ]);
    await deposit(deal);
    assert.partialDeepStrictEqual(await deal.read(), { status: "DEPOSITED", fee_minor: 700 });
    const held = await service.system.row<{ state: string; captured_minor: number }>(
      "select state, captured_minor from ledger_hold where business_id = $1 and subject_type = 'resale_handover'",
      [business.id],
    );
    assert.partialDeepStrictEqual(held, { state: "captured", captured_minor: 700 });
    const inputs = [...service.runtime.registry.operations.values()]
      .filter(({ name }) => name.startsWith("resale"))
      .map(({ input }) => JSON.stringify(input));
    assert.ok(inputs.length > 20);
    for (const input of inputs) assert.doesNotMatch(input, /_minor|price|amount|paid/);
    const columns = await service.system.rows<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name in ('resale_handover', 'resale_photo') and column_name ~ 'price|amount|paid|_minor'",
      [],
    );
    assert.deepEqual(columns.map(({ column_name }) => column_name).toSorted(), [
      "fee_minor",
      "storage_day_minor",
      "storage_paid_minor",
    ]);
  });

  test("an account claims it by the link, which ends; its seller cannot", async () => {
    const deal = await list();
    const { claim_token } = expectSuccess(await deal.sell("claim-link")).body;
    assert.equal((await deal.buy("")).status, 410);
    const claim = (person: TestPerson) => person.http("POST", `${ROOT}/claims`, { claim_token });
    assert.deepEqual(readRefusal(await claim(deal.seller)), [409, "OWN_HANDOVER"]);
    const foreigner = await (await service.business()).customer();
    assert.equal((await claim(foreigner.person)).status, 404);
    const buyer = await deal.locker.business.customer({ name: "Buyer" });
    const claimed = expectSuccess(await claim(buyer.person)).body.handover;
    assert.partialDeepStrictEqual(claimed, { side: "buyer", has_claim_link: false, buyer_customer_id: null });
    assert.equal((await claim(buyer.person)).status, 404);
    const stranger = await deal.locker.business.customer({ name: "Stranger" });
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/evidence"],
      ["POST", "/release"],
      ["POST", "/collect"],
      ["POST", "/dispute"],
    ] as const) {
      const body = path === "/dispute" ? { reason: "x" } : {};
      const answer = await stranger.person.http(
        method,
        `${ROOT}/handovers/${deal.id}${path}`,
        method === "GET" ? undefined : body,
      );
      assert.equal(answer.status, 404, path);
    }
    const lists = await Promise.all(
      [deal.seller, buyer.person, stranger.person].map((one) => one.http("GET", `${ROOT}/handovers`)),
    );
    assert.deepEqual(
      lists.map(({ body }) => body.handovers.map((one: { side: string }) => one.side)),
      [["seller"], ["buyer"], []],
    );
  });

  test("both sides call at once, and one order of them holds", async () => {
    for (let round = 0; round < 3; round += 1) {
      const deal = await list();
      await deposit(deal);
      const answers = await Promise.all([
        deal.sell("cancel"),
        deal.sell("release"),
        deal.buy("collect", deal.here()),
      ]);
      assert.ok(
        answers.every(({ status }) => status < 500),
        JSON.stringify(answers.map(({ body }) => body)),
      );
      const { status } = await deal.read();
      const [cancelled, released] = answers.map((one) => one.status < 300);
      assert.ok(cancelled !== released, JSON.stringify(answers.map(({ body }) => body)));
      assert.equal(status, cancelled ? "RETURN_TO_SELLER" : "CODE_ISSUED");
    }
  });
});

describe("what a seller asks for", () => {
  test("measures get the smallest compartment with the room, and another size where the seller says so", async () => {
    const business = await service.business({ settings: { resale_collect_days: 5, resale_fee_minor: 0 } });
    const locker = await openTestLocker(business, [["S", "M", "M"]]);
    const { person } = await business.customer();
    const create = (facts: object) =>
      person.http("POST", `${ROOT}/handovers`, { title: "Lens", inspection_min: 15, ...facts });
    const reserve = async (facts: object, more: object = {}) => {
      const id: number = expectSuccess(await create(facts)).body.handover_id;
      const answer = await person.http("POST", `${ROOT}/handovers/${id}/reserve`, {
        locker_id: locker.id,
        ...more,
      });
      const { compartment_code, item } = answer.body.handover ?? {};
      return { answer, granted: [compartment_code, item?.size] };
    };
    const { width_mm, height_mm, depth_mm } = (await locker.compartment("A01")) as unknown as Record<
      string,
      number
    >;
    const measures = { width_mm, height_mm, depth_mm };
    assert.deepEqual(readRefusal(await create({})), [422, "SIZE_OR_MEASURES"]);
    assert.deepEqual(readRefusal(await create({ size: "S", ...measures })), [422, "SIZE_OR_MEASURES"]);
    assert.deepEqual(readRefusal(await create({ ...measures, depth_mm: 4999 })), [409, "FITS_NOWHERE"]);
    const first = await reserve(measures);
    assert.deepEqual(first.granted, ["A01", "S"]);
    const { ends_at, item, collect_days } = first.answer.body.handover;
    assert.equal(Date.parse(ends_at), service.now().getTime() + 60 * 60_000);
    assert.partialDeepStrictEqual({ item, collect_days }, { item: measures, collect_days: 5 });
    assert.deepEqual((await reserve(measures)).granted, ["A02", "M"]);
    const { answer: refused } = await reserve({ size: "S" });
    assert.deepEqual(readRefusal(refused), [409, "NO_FREE_COMPARTMENT"]);
    assert.deepEqual(refused.body.free, [{ size: "M", free: 1 }]);
    assert.deepEqual((await reserve({ size: "S" }, { size: "M" })).granted, ["A03", "M"]);
  });

  test("the buyer has the days that the seller gave, at most those of the business, and terms say them before", async () => {
    const deal = await list({ collect_days: 2 }, { resale_collect_days: 4, resale_fee_minor: 0 });
    const { seller, locker } = deal;
    const terms = expectSuccess(await seller.http("GET", `${ROOT}/terms`)).body;
    assert.partialDeepStrictEqual(terms, { fee_minor: 0, collect_days: 4, release_days: 7, return_days: 3 });
    const five = { title: "Lens", size: "S", inspection_min: 15, collect_days: 5 };
    assert.deepEqual(readRefusal(await seller.http("POST", `${ROOT}/handovers`, five)), [
      422,
      "COLLECT_DAYS_OVER",
    ]);
    await releaseTo(deal);
    const { collect_until } = (await deal.read()) as unknown as { collect_until: string };
    assert.equal(Date.parse(collect_until), service.now().getTime() + 2 * DAY);
    service.advance(2 * DAY + 1000);
    await locker.device.send("/heartbeat", { type: "heartbeat" });
    await runDue(service.runtime);
    assert.partialDeepStrictEqual(await deal.read(), { status: "RETURN_TO_SELLER", cause: "time_ended" });
  });

  test("each side reads the photos of both, with time and by whom; nobody else does", async () => {
    const deal = await list();
    const { business } = deal.locker;
    await releaseTo(deal);
    expectSuccess(await deal.buy("inspect", deal.here()));
    await carryOut(deal, "FULL");
    const picture = { content_base64: PNG.toString("base64"), content_type: "image/png", name: "b.png" };
    const added = expectSuccess(await deal.buy("photos", picture));
    const file_id: number = added.body.file_id;
    const rejected = expectSuccess(await deal.buy("reject", { reason: "Scratched", photo_file_id: file_id }));
    const sellers = (await deal.read()) as unknown as {
      photos: Record<string, unknown>[];
      looked_at: string;
    };
    assert.ok(sellers.looked_at);
    for (const { photos } of [sellers, rejected.body.handover]) {
      assert.deepEqual(
        photos.map((one: Record<string, unknown>) => [one["side"], one["moment"]]),
        [
          ["seller", "LISTED"],
          ["seller", "DEPOSIT_RESERVED"],
          ["buyer", "INSPECTED"],
        ],
      );
      for (const { url, taken_at } of photos) {
        assert.equal(Date.parse(taken_at as string), service.now().getTime());
        assert.equal((await service.http("GET", String(url).replace(/^https?:\/\/[^/]+/, ""))).status, 200);
      }
    }
    const stranger = await business.customer({ name: "Stranger" });
    const admin = await business.person("client_admin");
    const neighbour = await (await service.business()).person("client_admin");
    assert.deepEqual(
      await Promise.all(
        [deal.seller, admin, stranger.person, neighbour].map((one) => readPhoto(one, file_id)),
      ),
      [200, 200, 404, 404],
    );
    assert.equal((await stranger.person.http("GET", `${ROOT}/handovers/${deal.id}`)).status, 404);
    assert.deepEqual(
      (await stranger.person.http("GET", `${ROOT}/handovers`)).body.handovers.map(
        ({ id }: { id: number }) => id,
      ),
      [],
    );
  });

  test("the evidence ends where somebody else has the compartment", async () => {
    const deal = await list();
    expectSuccess(await deal.sell("reserve", { locker_id: deal.locker.id }));
    service.advance(61 * 60_000);
    await runDue(service.runtime);
    await deal.locker.device.send("/heartbeat", { type: "heartbeat" });
    const read = async () => {
      const { operations } = (await deal.seller.http("GET", `${ROOT}/handovers/${deal.id}/evidence`)).body;
      return operations.length as number;
    };
    const count = await read();
    service.advance(1000);
    const next = { purpose: "delivery", size: "S" };
    const { id } = deal.locker;
    expectSuccess(await deal.locker.admin("POST", `/api/v1/lockers/${id}/reservations`, next));
    assert.equal(await read(), count);
  });
});

describe("what goes wrong", () => {
  test("the seller never releases: the item returns, then storage costs", async () => {
    const deal = await list({}, { resale_storage_day_minor: 300 });
    await deposit(deal);
    service.advance(7 * DAY + 1000);
    await runDue(service.runtime);
    assert.partialDeepStrictEqual(await deal.read(), {
      status: "RETURN_TO_SELLER",
      cause: "time_ended",
      storage_fee_minor: 0,
      can_retrieve: true,
    });
    assert.deepEqual(readRefusal(await deal.buy("collect", deal.here())), [410, "HANDOVER_EXPIRED"]);
    service.advance(4 * DAY);
    await runDue(service.runtime);
    assert.equal((await deal.read())["storage_fee_minor"], 300);
    await deal.locker.device.send("/heartbeat", { type: "heartbeat" });
    assert.deepEqual(readRefusal(await deal.sell("retrieve", deal.here())), [402, "WALLET_TOO_LOW"]);
    // Staff take it to the storage, and give it back there.
    await deal.locker.tell(
      { action: "door_opened", compartment: "A01", details: { cause: "operator" } },
      closed("A01", "EMPTY"),
    );
    assert.partialDeepStrictEqual(await deal.read(), { status: "EXPIRED", cause: "emptied_by_staff" });
    assert.deepEqual(readRefusal(await deal.sell("retrieve", { waives_fee: true })), [403, "CANNOT_WAIVE"]);
    expectSuccess(await deal.staff("retrieve", { waives_fee: true }));
    assert.equal((await deal.read()).status, "RETRIEVED");
  });

  test("a released item returns after its time, and the buyer's code ends; not while its locker is silent", async () => {
    const deal = await list();
    await releaseTo(deal);
    const { code } = (await deal.buy("code", {})).body;
    service.advance(3 * DAY + 1000);
    await service.system.execute("update locker_device set status = 'OFFLINE' where id = $1", [
      deal.locker.id,
    ]);
    await runDue(service.runtime);
    assert.equal((await deal.read()).status, "CODE_ISSUED");
    service.advance(20 * 60_000);
    await deal.locker.device.send("/heartbeat", { type: "heartbeat" });
    await runDue(service.runtime);
    assert.equal((await deal.read()).status, "RETURN_TO_SELLER");
    assert.notEqual(expectSuccess(await deal.sell("code")).body.code, code);
    assert.deepEqual(readRefusal(await deal.buy("code", {})), [410, "HANDOVER_EXPIRED"]);
    expectSuccess(await deal.sell("retrieve", deal.here()));
    await carryOut(deal, "EMPTY");
    assert.equal((await deal.read()).status, "RETRIEVED");
  });

  test("the buyer opens and leaves the door open: nothing can be rejected, and both sides see it", async () => {
    const deal = await list();
    await releaseTo(deal);
    expectSuccess(await deal.buy("inspect", deal.here()));
    await carryOut(deal, null);
    assert.partialDeepStrictEqual(await deal.read(), { awaits_answer: true, door: "OPEN" });
    assert.deepEqual(readRefusal(await deal.buy("reject", { reason: "Scratched" })), [
      409,
      "DOOR_NOT_CLOSED",
    ]);
    service.advance(4 * 60_000);
    await runDue(service.runtime);
    assert.partialDeepStrictEqual(await deal.read(), {
      status: "CODE_ISSUED",
      problem: "not_closed",
      door: "OPEN",
    });
    await deal.locker.tell(closed("A01", "FULL"));
    assert.partialDeepStrictEqual(await deal.read(), { status: "INSPECTED", problem: null, door: "CLOSED" });
    service.advance(15 * 60_000);
    assert.deepEqual(readRefusal(await deal.buy("reject", { reason: "Scratched" })), [
      410,
      "INSPECTION_ENDED",
    ]);
  });

  test("without a sensor the buyer rejects with a photo, and the seller takes it back", async () => {
    const deal = await list();
    await releaseTo(deal, "NONE");
    expectSuccess(await deal.buy("inspect", deal.here()));
    await carryOut(deal, "NONE");
    expectSuccess(await deal.buy("collect", { step: "abort" }));
    assert.equal((await deal.read()).status, "INSPECTED");
    assert.deepEqual(readRefusal(await deal.buy("reject", { reason: "Broken" })), [422, "PHOTO_NEEDED"]);
    const foreign_file = await upload(deal.seller);
    assert.deepEqual(
      readRefusal(await deal.buy("reject", { reason: "Broken", photo_file_id: foreign_file })),
      [422, "UNKNOWN_FILE"],
    );
    const added = expectSuccess(
      await deal.buy("photos", {
        content_base64: PNG.toString("base64"),
        content_type: "image/png",
        name: "b.png",
      }),
    );
    expectSuccess(await deal.buy("reject", { reason: "Broken", photo_file_id: added.body.file_id }));
    assert.partialDeepStrictEqual(await deal.read(), { status: "RETURN_TO_SELLER", reject_reason: "Broken" });
    assert.deepEqual(readRefusal(await deal.buy("collect", deal.here())), [409, "WRONG_STATUS"]);
  });

  test("the item was swapped: the evidence has the photos of both sides, every opening, and the head of the log", async () => {
    const deal = await list();
    await releaseTo(deal);
    expectSuccess(await deal.buy("inspect", deal.here()));
    await carryOut(deal, "FULL");
    expectSuccess(
      await deal.buy("photos", {
        content_base64: PNG.toString("base64"),
        content_type: "image/png",
        name: "b.png",
      }),
    );
    expectSuccess(await deal.buy("reject", { reason: "Not what was sold" }));
    expectSuccess(await deal.sell("retrieve", deal.here()));
    await carryOut(deal, "EMPTY");
    const disputed = expectSuccess(await deal.sell("dispute", { reason: "There is a brick in it" }));
    assert.partialDeepStrictEqual(disputed.body.handover, { status: "DISPUTED", dispute_by: "seller" });
    const { body } = await deal.locker.business.http(
      "client_admin",
      "GET",
      `${ROOT}/handovers/${deal.id}/evidence`,
    );
    assert.deepEqual(
      body.photo_digests.map((one: { side: string }) => one.side),
      ["seller", "seller", "buyer"],
    );
    const doors = body.operations.filter(({ action }: { action: string }) => action.startsWith("door_"));
    assert.deepEqual(
      doors.map((one: { action: string; contents: string | null }) => [one.action, one.contents]),
      [
        ["door_opened", null],
        ["door_closed", "FULL"],
        ["door_opened", null],
        ["door_closed", "FULL"],
        ["door_opened", null],
        ["door_closed", "EMPTY"],
      ],
    );
    assert.match(body.chain_head, /^[0-9a-f]{64}$/);
    assert.equal(body.operations.at(-1).hash, body.chain_head);
    expectSuccess(await deal.staff("settle", { outcome: "to_seller" }));
    assert.equal((await deal.read()).status, "RETRIEVED");
  });

  test("the compartment fails with the item inside: nobody opens it, time stands still, and staff decide whose it is", async () => {
    const deal = await list();
    await releaseTo(deal);
    const { id: compartment_id } = await deal.locker.compartment("A01");
    await deal.locker.tell({ action: "tampered", compartment: "A01", details: { sensor: "door" } });
    assert.partialDeepStrictEqual((await deal.buy("")).body.handover, {
      waits_for_staff: true,
      can_collect: false,
    });
    assert.deepEqual(readRefusal(await deal.buy("collect", deal.here())), [409, "COMPARTMENT_BLOCKED"]);
    service.advance(3 * DAY + 1000);
    await deal.locker.device.send("/heartbeat", { type: "heartbeat" });
    await runDue(service.runtime);
    assert.equal((await deal.read()).status, "CODE_ISSUED");
    const check = `/api/v1/lockers/${deal.locker.id}/compartments/${compartment_id}/check`;
    expectSuccess(
      await deal.locker.admin("POST", check, { contents: "EMPTY", note: "Taken to the office." }),
    );
    assert.partialDeepStrictEqual(await deal.read(), { status: "DISPUTED", cause: "found_empty" });
    expectSuccess(await deal.staff("settle", { outcome: "to_buyer" }));
    assert.equal((await deal.read()).status, "COLLECTED");
  });

  test("a hold that nobody uses ends, its fee is free again, and the item can be reserved for again", async () => {
    const deal = await list();
    expectSuccess(await deal.sell("reserve", { locker_id: deal.locker.id }));
    service.advance(61 * 60_000);
    await runDue(service.runtime);
    assert.partialDeepStrictEqual(await deal.read(), { status: "LISTED", cause: "hold_ended" });
    await deal.locker.device.send("/heartbeat", { type: "heartbeat" });
    expectSuccess(await deal.sell("reserve", { locker_id: deal.locker.id }));
    const reservation = `${ROOT}/handovers/${deal.id}/reservation`;
    const given_up = expectSuccess(await deal.seller.http("DELETE", reservation)).body.handover;
    assert.partialDeepStrictEqual(given_up, { status: "LISTED", cause: "given_up", can_reserve: true });
    assert.equal((await deal.locker.compartment("A01")).status, "FREE");
    assert.deepEqual(readRefusal(await deal.seller.http("DELETE", reservation)), [409, "WRONG_STATUS"]);
    expectSuccess(await deal.sell("reserve", { locker_id: deal.locker.id }));
    expectSuccess(await deal.sell("cancel"));
    assert.equal((await deal.read()).status, "CANCELLED");
    assert.equal((await deal.locker.compartment("A01")).status, "FREE");
    assert.equal((await deal.buy("")).status, 410);
  });
});

describe("what is told", () => {
  const BUYER = "bruno@example.org";
  const SELLER = "sara@example.org";

  /** A seller with an address, a buyer with one that the seller gave, and a locker in another time zone than the business. */
  async function listWithContacts(settings: Record<string, unknown> = {}) {
    const deal = await list({ buyer_contact: { email: BUYER, language: "de" } }, settings);
    await service.system.execute("update customer set email = $2 where id = $1", [
      deal.seller.customer_id,
      SELLER,
    ]);
    await service.system.execute(
      `update locker_device set place = place || '{"country": "JP"}' where id = $1`,
      [deal.locker.id],
    );
    return deal;
  }
  const readEvidence = ({ locker, id }: Deal) =>
    locker.business.http("client_admin", "GET", `${ROOT}/handovers/${id}/evidence`);
  const readNotices = async (deal: Deal): Promise<string[]> =>
    (await readEvidence(deal)).body.notices
      .map(({ party, kind, state }: Record<string, string>) =>
        [party, kind?.replace("resale_", ""), ...(state === "kept" ? [] : [state])].join(" "),
      )
      .toReversed();
  const readTexts = async (deal: Deal, address: string) =>
    (await readOutbox(deal.locker.business, address)).map(({ body }) => body);
  async function pass(deal: Deal, milliseconds: number): Promise<void> {
    service.advance(milliseconds);
    await deal.locker.device.send("/heartbeat", { type: "heartbeat" });
    await runDue(service.runtime);
    await runDue(service.runtime);
  }

  test("the seller of each step and the buyer from the release on, once, in language and time zone, with no price", async () => {
    const deal = await listWithContacts({ resale_storage_day_minor: 7700 });
    const started_ms = service.now().getTime();
    try {
      await deposit(deal);
      const tried = await deal.seller.http(
        "POST",
        `${ROOT}/handovers/${deal.id}/release`,
        {},
        { "x-dry-run": "1" },
      );
      assert.equal(tried.status, 200, JSON.stringify(tried.body));
      assert.deepEqual(readRefusal(await deal.buy("collect", deal.here())), [409, "NOT_RELEASED"]);
      assert.deepEqual(await readNotices(deal), ["seller deposited"]);
      const [of_deposit = ""] = await readTexts(deal, SELLER);
      const release_until = new Intl.DateTimeFormat("en", {
        dateStyle: "medium",
        timeStyle: "short",
        timeZone: "Asia/Tokyo",
      }).format(started_ms + 7 * DAY);
      assert.ok(of_deposit.includes(`by ${release_until}`), of_deposit);
      expectSuccess(await deal.sell("release"));
      assert.deepEqual(readRefusal(await deal.sell("release")), [409, "WRONG_STATUS"]);
      const [of_release = ""] = await readTexts(deal, BUYER);
      assert.match(of_release, /„Camera“ liegt im Schließfach .* für Sie bereit\. Holen Sie es bis /);
      const token = /#link=(\S+)/.exec(of_release)?.[1];
      const claim = await service.http("GET", `${ROOT}/claim`, undefined, {
        authorization: `Bearer ${token}`,
      });
      assert.partialDeepStrictEqual(claim.body.handover, { side: "buyer", can_collect: true });
      expectSuccess(await deal.buy("inspect", deal.here()));
      await carryOut(deal, "FULL");
      await pass(deal, 1.9 * DAY);
      const before = ["seller deposited", "buyer ready", "seller looked_into"];
      assert.deepEqual(await readNotices(deal), before);
      await pass(deal, 0.2 * DAY);
      await pass(deal, DAY);
      await pass(deal, 3 * DAY);
      assert.deepEqual(await readNotices(deal), [
        ...before,
        "buyer reminder",
        "seller not_collected",
        "buyer expired",
        "seller storage_began",
      ]);
      const texts = [...(await readTexts(deal, SELLER)), ...(await readTexts(deal, BUYER))];
      for (const text of texts) assert.doesNotMatch(text, /77|EUR|BRL|\d{4}-\d{2}-\d{2}T/);
    } finally {
      service.advance(started_ms - service.now().getTime());
    }
  });

  test("why the buyer rejects, disputes and what was decided, and that the compartment fails", async () => {
    const deal = await listWithContacts();
    await releaseTo(deal);
    expectSuccess(await deal.buy("inspect", deal.here()));
    await carryOut(deal, "FULL");
    expectSuccess(await deal.buy("reject", { reason: "Scratched\n{link} <b>badly</b>" }));
    await deal.locker.tell({ action: "tampered", compartment: "A01", details: { sensor: "door" } });
    await deal.locker.tell({ action: "tampered", compartment: "A01", details: { sensor: "door" } });
    expectSuccess(await deal.sell("dispute", { reason: "It is not" }));
    expectSuccess(await deal.staff("settle", { outcome: "to_seller" }));
    assert.deepEqual(await readNotices(deal), [
      "seller deposited",
      "buyer ready",
      "seller looked_into",
      "seller rejected",
      "seller problem",
      "seller disputed",
      "buyer disputed",
      "seller settled_return",
      "buyer settled_to_seller",
    ]);
    assert.match(
      (await readTexts(deal, SELLER)).at(-1) ?? "",
      /goes back to you\. Take it out of compartment A01 at /,
    );
    const rejected_text = (await readTexts(deal, SELLER))[2] ?? "";
    assert.match(rejected_text, /has rejected “Camera”: Scratched {link} <b>badly<\/b>\. Take it out/);
    const hidden = await service.system.row<{ html: boolean }>(
      "select html_sealed is not null as html from outbox_message where business_id = $1 and recipient = $2 limit 1",
      [deal.locker.business.id, SELLER],
    );
    assert.equal(hidden?.html, true);
  });

  test("a buyer without a contact is not told, and the page of staff says so; a hold that ended is told once", async () => {
    const deal = await list();
    expectSuccess(await deal.sell("reserve", { locker_id: deal.locker.id }));
    try {
      await pass(deal, 61 * 60_000);
      await releaseTo(deal);
      const notices = await readNotices(deal);
      assert.deepEqual(
        notices.map((one) => one.split(" ").slice(0, 2).join(" ")),
        ["seller hold_ended", "seller deposited", "buyer ready"],
      );
      assert.partialDeepStrictEqual((await readEvidence(deal)).body.notices[0], {
        party: "buyer",
        channel: null,
        state: "suppressed",
        reason: "no_address",
      });
    } finally {
      service.advance(-61 * 60_000);
    }
  });

  test("the buyer's contact is shown to nobody, ends with the handover, and gets no link of another buyer", async () => {
    const refused = await (await list()).seller.http("POST", `${ROOT}/handovers`, {
      title: "Lens",
      size: "S",
      buyer_contact: { phone: "none" },
    });
    assert.deepEqual(readRefusal(refused), [422, "INVALID_PHONE"]);
    const deal = await listWithContacts();
    const readContact = async () =>
      (await service.system.row<{ buyer_contact: object | null; link_sealed: string | null }>(
        "select buyer_contact, link_sealed from resale_handover where id = $1",
        [deal.id],
      )) ?? {};
    await releaseTo(deal);
    const answers = [await deal.read(), (await deal.buy("")).body, (await readEvidence(deal)).body];
    assert.doesNotMatch(JSON.stringify(answers), /bruno/);
    const started_ms = service.now().getTime();
    try {
      expectSuccess(await deal.buy("collect", deal.here()));
      await carryOut(deal, "EMPTY");
      await pass(deal, 2.9 * DAY);
      assert.partialDeepStrictEqual(await readContact(), { buyer_contact: { email: BUYER } });
      await pass(deal, 0.2 * DAY);
      assert.deepEqual(await readContact(), { buyer_contact: null, link_sealed: null });
    } finally {
      service.advance(started_ms - service.now().getTime());
    }
    const other = await listWithContacts();
    expectSuccess(await other.sell("claim-link"));
    await releaseTo(other);
    assert.deepEqual(await readTexts(other, BUYER), []);
  });
});
