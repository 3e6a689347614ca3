import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listMessages } from "#domain/execution/driver-app/operations/list-messages.ts";
import { updateSettings } from "#domain/identity/settings/operations/update-settings.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { holdOrder } from "#domain/orders/orders/operations/hold-order.ts";
import { updateOrder } from "#domain/orders/orders/operations/update-order.ts";
import { createShareLink } from "#domain/orders/sharing/operations/create-share-link.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { listItems, readAttention } from "#tests/support/attention.ts";
import { PLACE } from "#tests/support/samples.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { decideRecipientRequest } from "./operations/decide-recipient-request.ts";
import { listRecipientRequests } from "./operations/list-recipient-requests.ts";
import { CHOICES, type Choice } from "./rules.ts";

const service = await testService();
service.freezeClock();
// Sunday, 09:00 in São Paulo.
service.setNow("2026-11-22T12:00:00Z");

const ALL = {
  recipient_note: "apply",
  recipient_day: "apply",
  recipient_safe_place: "apply",
  recipient_neighbour: "apply",
  recipient_contact: true,
} as const;

async function open(more: Record<string, unknown> = {}) {
  return service.business({ settings: { ...ALL, ...more } });
}

async function link(
  business: TestBusiness,
  draft: Record<string, unknown> = {},
  allows: readonly Choice[] = CHOICES,
) {
  const order = await business.order({ scheduled_date: "2026-11-23", ...draft });
  const { token, link: created_link } = await business.as("client_admin")(createShareLink, {
    number: order.tracking_number,
    shows: [],
    allows: [...allows],
    expires_in_h: 240,
  });
  const headers = { authorization: `Bearer ${token}` };
  const at = (path: string) => `/api/v1/shared/tracking/${path}`;
  return {
    order,
    link: created_link,
    ask: (path: string, body: object, more: Record<string, string> = {}) =>
      service.http("POST", at(path), body, { ...headers, ...more }),
    look: async (language = "en") =>
      (await service.http("GET", at("choices"), undefined, { ...headers, "accept-language": language })).body,
  };
}

async function release(business: TestBusiness, order_ids: number[], date = "2026-11-23") {
  const driver = await business.driver();
  const { route } = await business.as("client_admin")(createRoute, { driver_id: driver.id, order_ids, date });
  await business.as("client_admin")(releaseRoute, { route_id: route.id });
  return { route, driver };
}

const detail = async (business: TestBusiness, order_id: number) =>
  (await business.as("client_admin")(getOrder, { order_id })).order;

describe("what takes effect at once", () => {
  test("a note and a place reach the driver, and the business sees who asked", async () => {
    const business = await open();
    const {
      order,
      ask,
      look,
      link: created_link,
    } = await link(business, { delivery_instruction: "Ring twice." });
    assert.deepEqual(created_link.allows, [...CHOICES]);
    const noted = await ask("note", { note: "  The dog is friendly. " });
    assert.equal(noted.status, 200, JSON.stringify(noted.body));
    assert.partialDeepStrictEqual(noted.body, {
      preferences: { note: "The dog is friendly.", leave: null },
      requests: [{ choice: "note", state: "applied", text: "The dog is friendly.", answer: null }],
    });
    await ask("safe-place", { details: "Behind the gate" });
    await ask("neighbour", { details: "Ann, number 7" });
    const preferences = {
      note: "The dog is friendly.",
      leave: { at: "neighbour", details: "Ann, number 7" },
    };
    assert.deepEqual((await look()).preferences, preferences);
    const { recipient_preferences, delivery_instruction } = await detail(business, order.id);
    assert.deepEqual([recipient_preferences, delivery_instruction], [preferences, "Ring twice."]);

    const { route, driver } = await release(business, [order.id]);
    const { body } = await driver.person.http("GET", `/api/v1/driver/routes/${route.id}`);
    assert.deepEqual(body.stops[0].tasks[0].recipient_preferences, preferences);

    const events = await business.readEvents("order", order.id);
    assert.equal(events.filter(({ kind }) => kind === "order.recipient_preferences_changed").length, 3);
    const log = JSON.stringify(events);
    assert.equal(/dog|gate|Ann/.test(log), false, "events have nothing that was written");
    const { requests, total } = await business.as("employee")(listRecipientRequests, { order_id: order.id });
    assert.equal(total, 3);
    assert.partialDeepStrictEqual(requests[0], {
      choice: "neighbour",
      state: "applied",
      tracking_number: order.tracking_number,
      can_decide: false,
      can_answer: true,
    });
    await readAttention(service, business.id);
    assert.deepEqual(
      (await listItems(business)).filter(({ kind }) => kind === "recipient_request"),
      [],
    );
  });

  test("another day moves the order off its unreleased route, with its window's times of the day", async () => {
    const business = await open();
    const { order, ask, look } = await link(business, {
      dropoff: { ...PLACE, window: { start: "2026-11-23T13:00:00Z", end: "2026-11-23T15:00:00Z" } },
    });
    const driver = await business.driver();
    const { route } = await business.as("client_admin")(createRoute, {
      driver_id: driver.id,
      order_ids: [order.id],
      date: "2026-11-23",
    });
    assert.equal((await detail(business, order.id)).route_id, route.id);
    const { days } = await look();
    assert.deepEqual(days, [
      "2026-11-24",
      "2026-11-25",
      "2026-11-26",
      "2026-11-27",
      "2026-11-28",
      "2026-11-29",
    ]);
    const wrong = await ask("day", { scheduled_date: "2026-12-24" });
    assert.deepEqual([wrong.status, wrong.body.error_code], [422, "DAY_NOT_OFFERED"]);
    assert.deepEqual(wrong.body.days, days);
    const request_answer = await ask("day", { scheduled_date: "2026-11-25", comment: "On holiday" });
    assert.equal(request_answer.status, 200, JSON.stringify(request_answer.body));
    assert.partialDeepStrictEqual(request_answer.body, {
      scheduled_date: "2026-11-25",
      requests: [{ choice: "day", state: "applied", former_date: "2026-11-23", text: "On holiday" }],
    });
    assert.partialDeepStrictEqual(await detail(business, order.id), {
      scheduled_date: "2026-11-25",
      route_id: null,
      status: "NEW_ORDER",
      window_start: "2026-11-25T13:00:00.000Z",
    });
    const moved = (await business.readEvents("order", order.id)).at(-1);
    assert.equal(moved?.kind, "order.window_changed");
    assert.equal(moved?.payload["reason"], "recipient_request");
  });

  test("a driver who has the route is told, where hours and not the release close it", async () => {
    const business = await open({ recipient_cutoff_h: 2 });
    const { order, ask } = await link(business);
    const { driver } = await release(business, [order.id]);
    service.advance(1000);
    assert.equal((await ask("note", { note: "Use the back door" })).status, 200);
    const { messages } = await driver.person.call(listMessages, {});
    assert.equal(messages[0]?.kind, "order.recipient_preferences_changed");
    // The route is the driver's already: a dispatcher decides about another day.
    const answer = await ask("day", { scheduled_date: "2026-11-24" });
    assert.equal(answer.body.requests[0].state, "open", JSON.stringify(answer.body));
    assert.equal((await detail(business, order.id)).scheduled_date, "2026-11-23");
    const { requests } = await business.as("client_admin")(listRecipientRequests, { state: "open" });
    const refused = await catchRefusal(
      business.as("client_admin")(decideRecipientRequest, {
        request_id: requests[0]?.id ?? 0,
        decision: "accept",
      }),
    );
    assert.equal(refused.code, "on_route");
    assert.equal(
      (await business.as("client_admin")(listRecipientRequests, { state: "open" })).total,
      1,
      "what a command refuses stays open",
    );
  });
});

describe("what a dispatcher decides", () => {
  test("opens an item, changes nothing until it is accepted, and ends with the decision", async () => {
    const business = await open({ recipient_day: "confirm", recipient_safe_place: "confirm" });
    const { order, ask, look } = await link(business);
    await ask("day", { scheduled_date: "2026-11-24" });
    const first = await business.as("employee")(listRecipientRequests, { state: "open" });
    await ask("day", { scheduled_date: "2026-11-26" });
    assert.equal((await detail(business, order.id)).scheduled_date, "2026-11-23");
    assert.deepEqual(
      (await look()).requests.map(({ state }: { state: string }) => state),
      ["open", "replaced"],
    );
    await readAttention(service, business.id);
    const items = (await listItems(business)).filter(({ kind }) => kind === "recipient_request");
    assert.equal(items.length, 1, "the replaced one has none");
    assert.partialDeepStrictEqual(items[0], {
      order_id: order.id,
      facts: { choice: "day", scheduled_date: "2026-11-26" },
    });
    const admin = business.as("client_admin", "Ana");
    const gone = await catchRefusal(
      admin(decideRecipientRequest, { request_id: first.requests[0]?.id ?? 0, decision: "accept" }),
    );
    assert.equal(gone.code, "request_decided");
    const request_id = Number(items[0]?.facts["request_id"]);
    const stale = await catchRefusal(
      admin(decideRecipientRequest, { request_id, decision: "accept" }, { if_match: 9 }),
    );
    assert.equal(stale.code, "version_conflict");
    const decision = await admin(decideRecipientRequest, {
      request_id,
      decision: "accept",
      answer: "See you on Thursday.",
    });
    assert.partialDeepStrictEqual(decision.request, { state: "accepted", answer: "See you on Thursday." });
    assert.equal((await detail(business, order.id)).scheduled_date, "2026-11-26");
    assert.partialDeepStrictEqual((await look()).requests[0], {
      state: "accepted",
      answer: "See you on Thursday.",
    });
    await readAttention(service, business.id);
    assert.deepEqual(
      (await listItems(business)).filter(
        ({ kind, cleared_at }) => kind === "recipient_request" && !cleared_at,
      ),
      [],
    );
    await ask("safe-place", { details: "Shed" });
    const { requests } = await admin(listRecipientRequests, { state: "open" });
    await admin(decideRecipientRequest, { request_id: requests[0]?.id ?? 0, decision: "decline" });
    assert.equal((await detail(business, order.id)).recipient_preferences, null);
  });

  test("does not overwrite without a word a day that was planned after the recipient asked", async () => {
    const business = await open({ recipient_day: "confirm" });
    const { order, ask } = await link(business);
    await ask("day", { scheduled_date: "2026-11-24" });
    const planner = business.as("client_admin", "Ana");
    const admin = business.as("employee", "Bia");
    const [request] = (await admin(listRecipientRequests, { state: "open" })).requests;
    const request_id = request?.id ?? 0;
    assert.equal(request?.day_change, null);
    service.advance(60_000);
    await planner(updateOrder, { order_id: order.id, scheduled_date: "2026-11-25" });
    const changed_at = service.now().toISOString();
    service.advance(60_000);
    await planner(updateOrder, { order_id: order.id, note: "Fragile" });
    const [open_request] = (await admin(listRecipientRequests, { state: "open" })).requests;
    assert.partialDeepStrictEqual(open_request?.day_change, {
      scheduled_date: "2026-11-25",
      changed_at,
      changed_by: { name: "Ana" },
    });
    const decide = (more: object) =>
      admin(decideRecipientRequest, { request_id, decision: "accept", ...more });
    for (const more of [{}, { replaces_day: "2026-11-23" }]) {
      const refused = await catchRefusal(decide(more));
      assert.equal(refused.code, "day_changed");
      assert.match(refused.message, /2026-11-25.*Ana/);
      assert.partialDeepStrictEqual(refused.extra, { day_change: { scheduled_date: "2026-11-25" } });
    }
    assert.equal((await detail(business, order.id)).scheduled_date, "2026-11-25");
    const { request: decided_request } = await decide({ replaces_day: "2026-11-25" });
    assert.equal(decided_request.state, "accepted");
    assert.equal((await detail(business, order.id)).scheduled_date, "2026-11-24");
  });

  for (const [older, newer] of [
    ["safe-place", "neighbour"],
    ["neighbour", "safe-place"],
  ] as const)
    test(`an older request (${older}) does not take the place of a newer one (${newer})`, async () => {
      const business = await open({ recipient_safe_place: "confirm", recipient_neighbour: "confirm" });
      const { order, ask } = await link(business);
      const details = { "safe-place": { details: "Shed" }, neighbour: { details: "Eva, number 3" } };
      const admin = business.as("client_admin", "Ana");
      const listOpen = async () => (await admin(listRecipientRequests, { state: "open" })).requests;
      await ask(older, details[older]);
      const [first] = await listOpen();
      await ask(newer, details[newer]);
      const [second, ...others] = await listOpen();
      assert.equal(others.length, 0);
      await admin(decideRecipientRequest, { request_id: second?.id ?? 0, decision: "accept" });
      const { recipient_preferences } = await detail(business, order.id);
      const late = await catchRefusal(
        admin(decideRecipientRequest, { request_id: first?.id ?? 0, decision: "accept" }),
      );
      assert.equal(late.code, "request_decided");
      assert.deepEqual((await detail(business, order.id)).recipient_preferences, recipient_preferences);
    });

  test("a message waits for its answer, also when the delivery has ended", async () => {
    const business = await open();
    const { order, ask, look } = await link(business);
    await ask("contact", { message: "Is it the blue one?" });
    await ask("contact", { message: "Hello?" });
    await service.system.execute("update delivery_order set status = 'DELIVERED' where id = $1", [order.id]);
    await readAttention(service, business.id);
    const items = (await listItems(business)).filter(({ kind }) => kind === "recipient_request");
    assert.equal(items.length, 2, "each message waits for its own");
    const admin = business.as("client_admin");
    const request_id = Number(items[0]?.facts["request_id"]);
    assert.equal(
      (await catchRefusal(admin(decideRecipientRequest, { request_id, decision: "accept" }))).code,
      "request_decided",
    );
    const empty = await catchRefusal(
      admin(decideRecipientRequest, { request_id, decision: "answer", answer: "  " }),
    );
    assert.deepEqual(
      empty.errors?.map(({ field }) => field),
      ["answer"],
    );
    await admin(decideRecipientRequest, { request_id, decision: "answer", answer: "Yes." });
    const answered = (await look()).requests.filter(({ state }: { state: string }) => state === "answered");
    assert.equal(answered.length, 1);
    assert.equal((await ask("note", { note: "Late" })).body.error_code, "DELIVERY_ENDED");
  });
});

describe("what is refused", () => {
  test("says why in the recipient's language, and what else is possible", async () => {
    const business = await open();
    const { order, ask, look } = await link(business);
    await release(business, [order.id]);
    const refused = await ask("day", { scheduled_date: "2026-11-24" }, { "accept-language": "de" });
    assert.deepEqual([refused.status, refused.body.error_code], [409, "ROUTE_RELEASED"]);
    assert.equal(
      refused.body.message,
      "Diese Zustellung wurde bereits an den Fahrer übergeben. Weiterhin möglich: eine Nachricht an den Absender.",
    );
    assert.deepEqual(refused.body.possible, ["contact"]);
    const { choices, days } = await look("fr");
    assert.deepEqual(days, []);
    assert.deepEqual(
      choices.map(({ choice, is_open }: { choice: string; is_open: boolean }) => [choice, is_open]),
      [
        ["note", false],
        ["day", false],
        ["safe_place", false],
        ["neighbour", false],
        ["contact", true],
      ],
    );
    assert.equal(choices[0].message, "Cette livraison a déjà été confiée au chauffeur.");
  });

  test("what the business has off, what the link does not allow, and what needs the recipient", async () => {
    const business = await open({ recipient_neighbour: "off" });
    const few = await link(business, {}, ["note"]);
    assert.deepEqual(
      (await few.look()).choices.map(({ choice }: { choice: string }) => choice),
      ["note"],
    );
    const unnamed = await few.ask("day", { scheduled_date: "2026-11-24" });
    assert.deepEqual([unnamed.status, unnamed.body.error_code], [403, "FORBIDDEN"]);
    const off = await catchRefusal(
      business.as("client_admin")(createShareLink, {
        number: few.order.tracking_number,
        shows: [],
        allows: ["note", "neighbour"],
        expires_in_h: 1,
      }),
    );
    assert.deepEqual(
      off.errors?.map(({ field }) => field),
      ["allows/1"],
    );
    // Switched off after the link was made, it is closed at once.
    await business.as("client_admin")(updateSettings, { settings: { recipient_note: null } });
    assert.equal((await few.ask("note", { note: "Hello" })).body.error_code, "CHOICE_NOT_OFFERED");
    assert.deepEqual((await few.look()).choices, []);

    const u = await open();
    const paid = await link(u, { cod_minor: 500 });
    assert.equal((await paid.ask("safe-place", { details: "Shed" })).body.error_code, "CASH_ON_DELIVERY");
    const pin = await link(u, { requirements: { pin: "4711", pod: ["pin"] } });
    assert.equal((await pin.ask("neighbour", { details: "Ann" })).body.error_code, "PROOF_IN_PERSON");
    const signed = await link(u, { requirements: { pod: ["signature"] } });
    const refused = await signed.ask("neighbour", { details: "Ann" });
    assert.equal(refused.body.error_code, "PROOF_IN_PERSON");
    assert.deepEqual(refused.body.possible, ["note", "day", "contact"]);
    for (const body of [{}, { details: "" }, { details: "   " }, { details: "x".repeat(201) }])
      assert.equal((await signed.ask("safe-place", body)).status, 422);
  });

  test("more than twenty requests about an order in a day; a dry run counts none", async () => {
    const business = await open();
    const { ask, look } = await link(business);
    assert.equal((await ask("note", { note: "Try" }, { "x-dry-run": "1" })).status, 200);
    assert.equal((await look()).requests_left, 20);
    const answers = await Promise.all(
      Array.from({ length: 21 }, (_one, n) => ask("note", { note: `Note ${n}` })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [
      ...Array.from({ length: 20 }, () => 200),
      429,
    ]);
    assert.equal(
      answers.find(({ status }) => status === 429)?.body.error_code,
      "TOO_MANY_RECIPIENT_REQUESTS",
    );
    const { requests } = await look();
    assert.equal(requests.length, 20);
    service.advance(24 * 3_600_000 + 1000);
    assert.equal((await ask("note", { note: "Tomorrow" })).status, 200);
  });
});

test("an order on hold keeps its hold when the recipient chooses a day; one on hold is still told why", async () => {
  const business = await open();
  const { order, ask } = await link(business);
  await business.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
  const days = (await ask("day", { scheduled_date: "2026-11-25" })).body;
  assert.equal(days.scheduled_date, "2026-11-25", JSON.stringify(days));
  assert.equal(await business.readStatus(order.id), "HOLD");
});

test("after a failed attempt the recipient chooses the day of the next one", async () => {
  const business = await open({ recipient_days: 3 });
  const { order, ask, look } = await link(business, { scheduled_date: "2026-11-23" });
  const { route, driver } = await release(business, [order.id]);
  const phone = driver.person.http;
  service.advance(60_000);
  assert.equal((await phone("POST", `/api/v1/driver/routes/${route.id}/start`, {})).status, 200);
  service.advance(60_000);
  const failed = await phone("POST", `/api/v1/driver/stops/${route.stops[0]?.id}/fail`, {
    return_reason: "weather",
  });
  assert.equal(failed.status, 200, JSON.stringify(failed.body));
  assert.equal(await business.readStatus(order.id), "FAILED_ATTEMPT");
  assert.equal((await look()).choices[1].is_open, true);
  const request_answer = await ask("day", { scheduled_date: (await look()).days[1] });
  assert.equal(request_answer.status, 200, JSON.stringify(request_answer.body));
  const last = (await business.readEvents("order", order.id)).at(-1);
  assert.deepEqual([last?.kind, last?.payload["reason"]], ["order.reattempted", "recipient_request"]);
});
