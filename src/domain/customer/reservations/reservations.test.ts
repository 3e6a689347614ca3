/**
 * Reservations over HTTP: the counter of a slot under many clients at once, holds, moves, the waitlist and the desk. The clock is
 * held and moved by hand.
 */
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { describe, test } from "node:test";
import { runDue } from "#operation/due/run-due.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { createCardProcessor, EVENT_SECRET, SECRET_KEY, signEvent } from "#tests/support/card-processor.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { readOutbox } from "#tests/support/outbox.ts";
import { type HttpAnswer, type TestBusiness, testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
const base_url = new URL(await service.app.listen({ port: 0, host: "127.0.0.1" }));
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ROOT = "/api/v1/reservations";
/** More make the race longer: each is a slot of its own. */
const ROUNDS = Number(process.env["RESERVATION_RUNS"] ?? 1);
const CLIENTS = 1000;

const expectSuccess = (answer: HttpAnswer): HttpAnswer => {
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer;
};
const readRefusal = ({ status, body }: HttpAnswer) => [status, body.error_code];

const EVERY_DAY = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" })),
  exceptions: [],
};
const GUEST = { guest_name: "Ada Guest", guest_email: "ada@guest.example" };

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A bookable that is open all day with slots of an hour, of two places. */
async function openDesk(facts: Record<string, unknown> = {}, business?: TestBusiness) {
  const owner = business ?? (await service.business());
  const admin = await owner.person("client_admin");
  const { bookable_id } = expectSuccess(
    await admin.http("POST", `${ROOT}/bookables`, {
      code: "dock",
      name: "Dock 1",
      kind: "dock",
      calendar: EVERY_DAY,
      slot_minutes: 60,
      capacity: 2,
      lead_minutes: 30,
      cutoff_minutes: 120,
      offer_minutes: 60,
      reminder_hours: null,
      ...facts,
    }),
  ).body;
  const page = `${ROOT}/public/${owner.code}`;
  const manage = (token: string) => `${ROOT}/public/manage/${token}`;
  return {
    business: owner,
    admin,
    bookable_id: bookable_id as number,
    page,
    /** The start of a slot that begins so many hours after the full hour. */
    slot: (hours: number) =>
      new Date(Math.floor(service.now().getTime() / HOUR) * HOUR + hours * HOUR).toISOString(),
    book: (starts_at: string, more: object = GUEST) =>
      service.http("POST", `${page}/${facts["code"] ?? "dock"}`, { starts_at, ...more }),
    manage: (token: string, method = "GET", body?: object, path = "") =>
      service.http(method, `${manage(token)}${path}`, body),
    join: async (guest: string, starts_at: string, more: object = {}) =>
      expectSuccess(
        await service.http("POST", `${page}/${facts["code"] ?? "dock"}/waitlist`, {
          windows: [{ from: starts_at, to: new Date(Date.parse(starts_at) + MINUTE).toISOString() }],
          guest_name: guest,
          guest_email: `${guest}@guest.example`,
          ...more,
        }),
      ).body,
    /** The counter of a slot beside what should be counted in it. */
    async count(starts_at: string) {
      const row = await service.system.row<{
        taken: number;
        reserved: number;
        offered: number;
        pooled: number;
      }>(
        `select s.taken, s.pooled,
            (select coalesce(sum(places), 0)::int from reservation where slot_id = s.id and status not in ('CANCELLED', 'NO_SHOW')) as reserved,
            (select coalesce(sum(places), 0)::int from waitlist_offer where slot_id = s.id and status = 'OPEN' and is_exclusive) as offered
           from bookable_slot s where bookable_id = $1 and starts_at = $2`,
        [bookable_id, starts_at],
      );
      const counted = row ?? { taken: 0, reserved: 0, offered: 0, pooled: 0 };
      assert.equal(
        counted.taken,
        counted.reserved + counted.offered + counted.pooled,
        JSON.stringify(counted),
      );
      return counted;
    },
    entries: async () =>
      (await admin.http("GET", `${ROOT}/waitlist`)).body.entries as {
        id: number;
        guest_name: string;
        status: string;
        position: number | null;
        offer: { status: string; expires_at: string } | null;
      }[],
  };
}

const statuses = async (desk: Desk) =>
  Object.fromEntries((await desk.entries()).map(({ guest_name, status }) => [guest_name, status]));

/** The token of the last link that a guest was sent. */
async function readLink(desk: Desk, guest: string, page: string): Promise<string> {
  const messages = await readOutbox(desk.business, `${guest}@guest.example`);
  const link = messages
    .map(({ body }) => body.match(new RegExp(`/${page}#link=([\\w-]+)`))?.[1])
    .findLast(Boolean);
  const token = link ?? (await findToken(desk, guest, page));
  assert.ok(token !== undefined, `${guest} was sent no link.`);
  return token;
}

/** Tokens are secrets: the outbox hides them. One is made for the last offer of a guest. */
async function findToken(desk: Desk, guest: string, page: string): Promise<string | undefined> {
  assert.equal(page, "waitlist/offer");
  const { makeLink } = await import("#tests/support/links.ts");
  const row = await service.system.row<{ id: number }>(
    `select o.id from waitlist_offer o join waitlist_entry e on e.id = o.entry_id
      where e.business_id = $1 and e.guest_name = $2 order by o.id desc limit 1`,
    [desk.business.id, guest],
  );
  if (row === undefined) return undefined;
  return makeLink(
    desk.business,
    ["waitlistOffer", "waitlistOfferAccept", "waitlistOfferDecline"],
    { type: "waitlist_offer", id: row.id },
    30 * 24 * HOUR,
  );
}

const offers = {
  accept: async (desk: Desk, guest: string) =>
    service.http("POST", `${ROOT}/public/offers/${await readLink(desk, guest, "waitlist/offer")}/accept`, {}),
  decline: async (desk: Desk, guest: string) =>
    service.http(
      "POST",
      `${ROOT}/public/offers/${await readLink(desk, guest, "waitlist/offer")}/decline`,
      {},
    ),
};

describe("the last place of a slot", () => {
  test(`is booked by ${CLIENTS} clients at once over connections of their own: one wins each round`, async () => {
    const desk = await openDesk({ capacity: 1 });
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS, maxFreeSockets: CLIENTS });
    const sockets = new Set<unknown>();
    const send = (starts_at: string, client: number) =>
      new Promise<{ status: number; code: string | undefined }>((resolve, reject) => {
        const body = JSON.stringify({
          starts_at,
          guest_name: `Client ${client}`,
          guest_email: `c${client}@guest.example`,
        });
        const call = request(
          {
            agent,
            host: base_url.hostname,
            port: base_url.port,
            method: "POST",
            path: `${desk.page}/dock`,
            headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
          },
          async (response) => {
            let text = "";
            for await (const chunk of response) text += chunk;
            resolve({ status: response.statusCode ?? 0, code: JSON.parse(text).error_code });
          },
        );
        call.on("socket", (socket) => sockets.add(socket));
        call.on("error", reject);
        call.end(body);
      });
    for (let round = 0; round < ROUNDS; round += 1) {
      const starts_at = desk.slot(10 + round);
      const answers = await Promise.all(
        Array.from({ length: CLIENTS }, (_, client) => send(starts_at, client)),
      );
      const won = answers.filter(({ status }) => status === 201);
      const full = answers.filter(({ status, code }) => status === 409 && code === "SLOT_FULL");
      assert.deepEqual([won.length, full.length], [1, CLIENTS - 1], JSON.stringify(answers.slice(0, 5)));
      assert.deepEqual(await desk.count(starts_at), { taken: 1, reserved: 1, offered: 0, pooled: 0 });
    }
    assert.ok(sockets.size >= CLIENTS);
    agent.destroy();
  });

  test("is not sold twice when bookings of several places, cancellations and moves happen at once", async () => {
    const desk = await openDesk({ capacity: 3, places_max: 3, cutoff_minutes: 0 });
    const [first, second] = [desk.slot(5), desk.slot(6)];
    const book = async (starts_at: string, places: number) => {
      const answer = await desk.book(starts_at, { ...GUEST, places });
      return answer.status === 201 ? (answer.body.manage_token as string) : undefined;
    };
    for (let round = 0; round < 5; round += 1) {
      const tokens = await Promise.all(
        [1, 2, 3, 1, 2, 1, 3, 1].map((places, index) => book(index % 2 === 0 ? first : second, places)),
      );
      const own_tokens = tokens.filter((token) => token !== undefined);
      await Promise.all(
        own_tokens.flatMap((token, index) => [
          desk.manage(token, "PATCH", { starts_at: index % 2 === 0 ? second : first }),
          index % 3 === 0 ? desk.manage(token, "DELETE") : desk.manage(token, "PATCH", { places: 1 }),
        ]),
      );
      for (const slot of [first, second]) assert.ok((await desk.count(slot)).taken <= 3);
      await Promise.all(own_tokens.map((token) => desk.manage(token, "DELETE")));
      for (const slot of [first, second]) assert.equal((await desk.count(slot)).taken, 0);
    }
  });
});

describe("a reservation", () => {
  test("is confirmed at once with a contact; its guest is told the slot in the zone of the place, moves and cancels it by the link", async () => {
    const desk = await openDesk({
      time_zone: "Asia/Tokyo",
      street_address: "Gate 3",
      confirmation_note: "Bring papers.",
    });
    const booked = expectSuccess(await desk.book(desk.slot(30)));
    const { reservation, manage_token } = booked.body;
    assert.partialDeepStrictEqual(reservation, {
      status: "CONFIRMED",
      missing: null,
      places: 1,
      can_move: true,
      can_cancel: true,
      time_zone: "Asia/Tokyo",
    });
    const [message] = await readOutbox(desk.business, "ada@guest.example");
    assert.match(message?.body ?? "", /Dock 1.*\(Asia\/Tokyo\)/);
    assert.match(message?.body ?? "", /Gate 3\n\nBring papers\.\n\n/);
    const moved = expectSuccess(
      await desk.manage(manage_token, "PATCH", { starts_at: desk.slot(31), places: 2 }),
    );
    assert.partialDeepStrictEqual(moved.body.reservation, { starts_at: desk.slot(31), places: 2 });
    assert.deepEqual(
      [(await desk.count(desk.slot(30))).taken, (await desk.count(desk.slot(31))).taken],
      [0, 2],
    );
    const cancelled = expectSuccess(await desk.manage(manage_token, "DELETE"));
    assert.partialDeepStrictEqual(cancelled.body.reservation, { status: "CANCELLED", end_cause: "guest" });
    assert.equal((await desk.count(desk.slot(31))).taken, 0);
    // A second attempt has what it asked for, and frees nothing again.
    expectSuccess(await desk.manage(manage_token, "DELETE"));
    const kinds = (await desk.business.readEvents("reservation", await findId(desk, reservation.code))).map(
      ({ kind }) => kind,
    );
    assert.deepEqual(kinds, [
      "reservation.held",
      "reservation.confirmed",
      "reservation.moved",
      "reservation.cancelled",
    ]);
  });

  test("moves all or nothing: where the new slot is full, the old one is kept", async () => {
    const desk = await openDesk();
    const { manage_token } = expectSuccess(await desk.book(desk.slot(8), { ...GUEST, places: 2 })).body;
    expectSuccess(await desk.book(desk.slot(9)));
    const answer = await desk.manage(manage_token, "PATCH", { starts_at: desk.slot(9) });
    assert.deepEqual(readRefusal(answer), [409, "SLOT_FULL"]);
    assert.deepEqual(
      [(await desk.count(desk.slot(8))).taken, (await desk.count(desk.slot(9))).taken],
      [2, 1],
    );
  });

  test("is refused outside the lead time and the horizon, where there is no slot, and for more places than one may have", async () => {
    const desk = await openDesk({ lead_minutes: 90, horizon_days: 2, places_max: 1 });
    assert.deepEqual(readRefusal(await desk.book(desk.slot(1))), [422, "OUTSIDE_LEAD_TIME"]);
    assert.deepEqual(readRefusal(await desk.book(desk.slot(72))), [422, "OUTSIDE_LEAD_TIME"]);
    assert.deepEqual(readRefusal(await desk.book(desk.slot(5.5))), [422, "NO_SLOT"]);
    assert.deepEqual(readRefusal(await desk.book(desk.slot(5), { ...GUEST, places: 2 })), [
      422,
      "TOO_MANY_PLACES",
    ]);
    assert.deepEqual(readRefusal(await desk.book(desk.slot(5), { guest_name: "Nobody" })), [
      422,
      "INVALID_CONTACT",
    ]);
    assert.equal((await desk.count(desk.slot(5))).taken, 0);
  });

  test("is asked the form of the bookable, with the path of each wrong answer", async () => {
    const form_fields = {
      type: "object",
      properties: {
        plate: { type: "string", title: "Plate" },
        pallets: { type: "integer", title: "Pallets", minimum: 1 },
      },
      required: ["plate"],
    };
    const desk = await openDesk({ form_fields });
    const wrong = await desk.book(desk.slot(5), { ...GUEST, form: { pallets: 0 } });
    assert.deepEqual(readRefusal(wrong), [422, "INVALID_FORM"]);
    assert.deepEqual(wrong.body.errors.map(({ field }: { field: string }) => field).sort(), [
      "form/pallets",
      "form/plate",
    ]);
    const { reservation } = expectSuccess(
      await desk.book(desk.slot(5), { ...GUEST, form: { plate: "AB 1" } }),
    ).body;
    assert.deepEqual(reservation.form, { plate: "AB 1" });
  });

  test("may not be moved past its cut-off, and may be cancelled until it begins", async () => {
    const desk = await openDesk();
    const { manage_token } = expectSuccess(await desk.book(desk.slot(3))).body;
    service.advance(90 * MINUTE);
    const late = await desk.manage(manage_token, "PATCH", { starts_at: desk.slot(9) });
    assert.deepEqual(readRefusal(late), [409, "PAST_CUTOFF"]);
    assert.equal((await desk.manage(manage_token)).body.reservation.can_cancel, true);
    service.advance(120 * MINUTE);
    assert.deepEqual(readRefusal(await desk.manage(manage_token, "DELETE")), [409, "ALREADY_BEGUN"]);
  });
});

const findId = async (desk: Desk, code: string): Promise<number> =>
  (await desk.admin.http("GET", `${ROOT}?q=${code}`)).body.reservations[0].id;

describe("a hold", () => {
  test("counts like a reservation for ten minutes, and gives its place back when nobody confirms it", async () => {
    const desk = await openDesk({ capacity: 1 });
    const starts_at = desk.slot(6);
    const { reservation, manage_token } = expectSuccess(await desk.book(starts_at, {})).body;
    assert.partialDeepStrictEqual(reservation, { status: "REQUESTED", missing: "contact" });
    assert.deepEqual(readRefusal(await desk.book(starts_at)), [409, "SLOT_FULL"]);
    service.advance(10 * MINUTE);
    // The worker has not come yet: the place is not free, and the hold is over all the same.
    const late = await desk.manage(manage_token, "POST", GUEST, "/confirm");
    assert.deepEqual(readRefusal(late), [409, "HOLD_EXPIRED"]);
    await runDue(service.runtime);
    assert.equal((await desk.count(starts_at)).taken, 0);
    assert.partialDeepStrictEqual((await desk.manage(manage_token)).body.reservation, {
      status: "CANCELLED",
      end_cause: "hold_expired",
    });
    expectSuccess(await desk.book(starts_at));
  });

  test("is confirmed by its contact, and then does not expire", async () => {
    const desk = await openDesk({ capacity: 1 });
    const { manage_token } = expectSuccess(await desk.book(desk.slot(6), {})).body;
    const confirmed = expectSuccess(await desk.manage(manage_token, "POST", GUEST, "/confirm"));
    assert.equal(confirmed.body.reservation.status, "CONFIRMED");
    service.advance(11 * MINUTE);
    await runDue(service.runtime);
    assert.equal((await desk.manage(manage_token)).body.reservation.status, "CONFIRMED");
  });

  test("asks for the code that was sent where the business wants the contact proved; a wrong one is counted", async () => {
    const desk = await openDesk({ verified_contact: "email" });
    const { reservation, manage_token } = expectSuccess(await desk.book(desk.slot(6))).body;
    assert.equal(reservation.missing, "contact_code");
    const confirm = (tried_code: string) =>
      desk.manage(manage_token, "POST", { code: tried_code }, "/confirm");
    const hash_row = await service.system.row<{ body: string }>(
      "select contact_code_hash as body from reservation where business_id = $1",
      [desk.business.id],
    );
    assert.ok(hash_row?.body !== null);
    assert.deepEqual(readRefusal(await desk.manage(manage_token, "POST", {}, "/code")), [
      429,
      "CODE_TOO_SOON",
    ]);
    const code = await readCode(desk);
    const other = code === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries += 1)
      assert.deepEqual(readRefusal(await confirm(other)), [422, "CODE_WRONG"]);
    assert.deepEqual(readRefusal(await confirm(code)), [422, "CODE_WRONG"]);
    service.advance(MINUTE);
    expectSuccess(await desk.manage(manage_token, "POST", {}, "/code"));
    assert.equal(expectSuccess(await confirm(await readCode(desk))).body.reservation.status, "CONFIRMED");
  });
});

/** The last code that was sent to the guest. */
async function readCode(desk: Desk): Promise<string> {
  const messages = await readOutbox(desk.business, "ada@guest.example");
  const code = messages.map(({ body }) => /code is (\d{6})/.exec(body)?.[1]).findLast(Boolean);
  assert.ok(code !== undefined, JSON.stringify(messages));
  return code;
}

describe("the waitlist", () => {
  test("is offered a freed place in its order, with a time limit; what lapses goes to the next", async () => {
    const desk = await openDesk({ capacity: 1, offer_minutes: 30 });
    const starts_at = desk.slot(8);
    const { manage_token } = expectSuccess(await desk.book(starts_at)).body;
    await desk.join("first", starts_at);
    await desk.join("second", starts_at);
    await desk.join("other", desk.slot(20), {
      windows: [{ from: desk.slot(9), to: desk.slot(9.5) }],
      places: 1,
    });
    assert.deepEqual(await statuses(desk), { first: "WAITING", second: "WAITING", other: "OFFERED" });
    expectSuccess(await desk.manage(manage_token, "DELETE"));
    assert.partialDeepStrictEqual(await statuses(desk), { first: "OFFERED", second: "WAITING" });
    // Offered is not free: nobody can book it meanwhile.
    assert.deepEqual(readRefusal(await desk.book(starts_at)), [409, "SLOT_FULL"]);
    assert.partialDeepStrictEqual(await desk.count(starts_at), { taken: 1, reserved: 0, offered: 1 });
    service.advance(30 * MINUTE);
    assert.deepEqual(readRefusal(await offers.accept(desk, "first")), [410, "OFFER_LAPSED"]);
    await runDue(service.runtime);
    assert.partialDeepStrictEqual(await statuses(desk), { first: "LAPSED", second: "OFFERED" });
    const accepted = expectSuccess(await offers.accept(desk, "second"));
    assert.partialDeepStrictEqual(accepted.body.reservation, { status: "CONFIRMED", starts_at });
    assert.partialDeepStrictEqual(await statuses(desk), { second: "CONVERTED" });
    assert.deepEqual(readRefusal(await offers.accept(desk, "second")), [409, "OFFER_ACCEPTED"]);
    assert.partialDeepStrictEqual(await desk.count(starts_at), { taken: 1, reserved: 1, offered: 0 });
  });

  test("is offered each place that is cancelled while an offer is open, to the next; a declined one goes on", async () => {
    const desk = await openDesk({ capacity: 2 });
    const starts_at = desk.slot(8);
    const tokens: string[] = [];
    for (let n = 0; n < 2; n += 1) tokens.push(expectSuccess(await desk.book(starts_at)).body.manage_token);
    for (const guest of ["a", "b", "c"]) await desk.join(guest, starts_at);
    expectSuccess(await desk.manage(tokens[0] ?? "", "DELETE"));
    assert.deepEqual(await statuses(desk), { a: "OFFERED", b: "WAITING", c: "WAITING" });
    expectSuccess(await desk.manage(tokens[1] ?? "", "DELETE"));
    assert.deepEqual(await statuses(desk), { a: "OFFERED", b: "OFFERED", c: "WAITING" });
    expectSuccess(await offers.decline(desk, "a"));
    assert.deepEqual(await statuses(desk), { a: "DECLINED", b: "OFFERED", c: "OFFERED" });
    // Who accepted and cancels gives its place back as well.
    const { manage_token } = expectSuccess(await offers.accept(desk, "b")).body;
    const { entry_token } = await desk.join("d", starts_at);
    expectSuccess(await desk.manage(manage_token, "DELETE"));
    assert.partialDeepStrictEqual(await statuses(desk), { b: "CONVERTED", c: "OFFERED", d: "OFFERED" });
    expectSuccess(await service.http("DELETE", `${ROOT}/public/waitlist/${entry_token}`));
    assert.partialDeepStrictEqual(await desk.count(starts_at), { taken: 1, offered: 1 });
    expectSuccess(await desk.book(starts_at));
  });

  test("gives a group all its places or none: a smaller group behind it is not held up", async () => {
    const desk = await openDesk({ capacity: 4, places_max: 4 });
    const starts_at = desk.slot(8);
    const tokens: string[] = [];
    for (let n = 0; n < 4; n += 1) tokens.push(expectSuccess(await desk.book(starts_at)).body.manage_token);
    await desk.join("group", starts_at, { places: 3 });
    await desk.join("pair", starts_at, { places: 2 });
    const cancel = async (index: number) => expectSuccess(await desk.manage(tokens[index] ?? "", "DELETE"));
    await cancel(0);
    assert.deepEqual(await statuses(desk), { group: "WAITING", pair: "WAITING" });
    await cancel(1);
    assert.deepEqual(await statuses(desk), { group: "WAITING", pair: "OFFERED" });
    assert.equal((await desk.count(starts_at)).offered, 2);
  });

  test("makes no offer past the cut-off, so a place that a no-show frees late goes to a walk-in", async () => {
    const desk = await openDesk({ capacity: 1, cutoff_minutes: 60, no_show_minutes: 15 });
    const starts_at = desk.slot(3);
    const { reservation } = expectSuccess(await desk.book(starts_at)).body;
    await desk.join("waiting", starts_at, { windows: [{ from: desk.slot(2), to: desk.slot(4) }] });
    const id = await findId(desk, reservation.code);
    assert.deepEqual(readRefusal(await desk.admin.http("POST", `${ROOT}/${id}/no-show`, {})), [
      409,
      "NOT_BEGUN",
    ]);
    // The slot before, which is free, was offered at once.
    assert.deepEqual(await statuses(desk), { waiting: "OFFERED" });
    expectSuccess(await offers.decline(desk, "waiting"));
    await desk.join("late", starts_at);
    service.advance(Date.parse(starts_at) + 16 * MINUTE - service.now().getTime());
    const full = expectSuccess(
      await desk.admin.http("POST", `${ROOT}/walk-ins`, {
        bookable_id: desk.bookable_id,
        guest_name: "Walk",
      }),
    ).body;
    assert.partialDeepStrictEqual(full, {
      reservation: null,
      entry: { source: "walk_in", guest_name: "Walk" },
    });
    await runDue(service.runtime);
    assert.equal((await desk.admin.http("GET", `${ROOT}/${id}`)).body.reservation.status, "NO_SHOW");
    assert.equal((await desk.count(starts_at)).offered, 0);
    assert.deepEqual(
      (await desk.entries()).find(({ guest_name }) => guest_name === "late")?.status,
      "LAPSED",
    );
    const walk_in = (await desk.entries()).find(({ guest_name }) => guest_name === "Walk");
    const converted = await desk.admin.http("POST", `${ROOT}/waitlist/${walk_in?.id}/convert`, { starts_at });
    assert.equal(expectSuccess(converted).body.reservation.status, "CONFIRMED");
    assert.partialDeepStrictEqual(await desk.count(starts_at), { taken: 1, reserved: 1, offered: 0 });
  });

  test("can be offered to all at once: the first who accepts has it, the others wait on, and the place was never free", async () => {
    const desk = await openDesk({ capacity: 1, offer_mode: "first_wins", offer_minutes: 30 });
    const starts_at = desk.slot(8);
    const { manage_token } = expectSuccess(await desk.book(starts_at)).body;
    for (const guest of ["a", "b", "c"]) await desk.join(guest, starts_at);
    expectSuccess(await desk.manage(manage_token, "DELETE"));
    assert.deepEqual(await statuses(desk), { a: "OFFERED", b: "OFFERED", c: "OFFERED" });
    assert.partialDeepStrictEqual(await desk.count(starts_at), { taken: 1, pooled: 1 });
    assert.deepEqual(readRefusal(await desk.book(starts_at)), [409, "SLOT_FULL"]);
    const answers = await Promise.all(["a", "b", "c"].map((guest) => offers.accept(desk, guest)));
    assert.deepEqual(
      answers.map(({ status }) => status).sort(),
      [201, 410, 410].map((status) => (status === 201 ? 200 : status)),
    );
    assert.partialDeepStrictEqual(await desk.count(starts_at), { taken: 1, reserved: 1, pooled: 0 });
    assert.deepEqual(Object.values(await statuses(desk)).sort(), ["CONVERTED", "WAITING", "WAITING"]);
  });

  test("of an offer to all that nobody accepts frees the place when the time is over", async () => {
    const desk = await openDesk({ capacity: 1, offer_mode: "first_wins", offer_minutes: 30 });
    const starts_at = desk.slot(8);
    const { manage_token } = expectSuccess(await desk.book(starts_at)).body;
    await desk.join("a", starts_at);
    expectSuccess(await desk.manage(manage_token, "DELETE"));
    service.advance(31 * MINUTE);
    await runDue(service.runtime);
    assert.deepEqual(await statuses(desk), { a: "WAITING" });
    assert.partialDeepStrictEqual(await desk.count(starts_at), { taken: 0, pooled: 0 });
    expectSuccess(await desk.book(starts_at));
  });

  test("misses no freed place when somebody joins, cancels and books at the same moment", async () => {
    const desk = await openDesk({ capacity: 1 });
    for (let round = 0; round < 8; round += 1) {
      const starts_at = desk.slot(10 + round);
      const { manage_token } = expectSuccess(await desk.book(starts_at)).body;
      const guest = `racer${round}`;
      const [, cancelled] = await Promise.all([
        desk.join(guest, starts_at),
        desk.manage(manage_token, "DELETE"),
        desk.book(starts_at),
        desk.book(starts_at),
      ]);
      expectSuccess(cancelled);
      const counted = await desk.count(starts_at);
      assert.equal(counted.taken, 1, "The place was freed and nobody has it.");
      const status = (await statuses(desk))[guest];
      assert.equal(status, counted.reserved === 1 ? "WAITING" : "OFFERED");
    }
  });

  test("accepts an offer or lets it lapse, never both", async () => {
    const desk = await openDesk({ capacity: 1, offer_minutes: 1 });
    for (let round = 0; round < 4; round += 1) {
      const starts_at = desk.slot(10 + round);
      const { manage_token } = expectSuccess(await desk.book(starts_at)).body;
      const guest = `late${round}`;
      await desk.join(guest, starts_at);
      expectSuccess(await desk.manage(manage_token, "DELETE"));
      const token = await readLink(desk, guest, "waitlist/offer");
      const [answer] = await Promise.all([
        service.http("POST", `${ROOT}/public/offers/${token}/accept`, {}),
        service.http("POST", `${ROOT}/public/offers/${token}/decline`, {}),
      ]);
      const counted = await desk.count(starts_at);
      assert.equal(counted.taken, answer.status === 200 ? 1 : 0);
    }
  });
});

describe("the desk", () => {
  test("checks guests in, sees how full the slots of the day are, and completes the visit when the slot is over", async () => {
    const desk = await openDesk();
    const starts_at = desk.slot(1);
    const created = expectSuccess(
      await desk.admin.http("POST", ROOT, {
        bookable_id: desk.bookable_id,
        starts_at,
        guest_name: "Phone call",
      }),
    ).body;
    const id = created.reservation_id;
    expectSuccess(await desk.admin.http("POST", `${ROOT}/${id}/check-in`, {}));
    assert.deepEqual(readRefusal(await desk.admin.http("POST", `${ROOT}/${id}/check-in`, {})), [
      409,
      "WRONG_STATUS",
    ]);
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(
      new Date(starts_at),
    );
    const { slots } = expectSuccess(
      await desk.admin.http("GET", `${ROOT}/bookables/${desk.bookable_id}/slots?date=${day}`),
    ).body;
    assert.partialDeepStrictEqual(
      slots.find((slot: { starts_at: string }) => slot.starts_at === starts_at),
      { capacity: 2, taken: 1, held: 0, checked_in: 1, in_calendar: true },
    );
    service.advance(3 * HOUR);
    await runDue(service.runtime);
    assert.equal((await desk.admin.http("GET", `${ROOT}/${id}`)).body.reservation.status, "COMPLETED");
  });

  test("offers the places of a larger capacity to those who wait, and refuses hours that would cut reservations", async () => {
    const desk = await openDesk({ capacity: 1 });
    const starts_at = desk.slot(8);
    expectSuccess(await desk.book(starts_at));
    await desk.join("waiting", starts_at);
    const update = (changes: object) =>
      desk.admin.http("PATCH", `${ROOT}/bookables/${desk.bookable_id}`, changes);
    assert.deepEqual(readRefusal(await update({ slot_minutes: 90 })), [409, "SLOTS_IN_USE"]);
    expectSuccess(await update({ capacity: 2 }));
    assert.deepEqual(await statuses(desk), { waiting: "OFFERED" });
    expectSuccess(await update({ calendar: { weekly: [], exceptions: [] } }));
    assert.deepEqual((await service.http("GET", `${desk.page}/dock/slots`)).body.slots, []);
  });
});

test("free slots are read without an account, and not sent again to whom has them", async () => {
  const desk = await openDesk();
  const url = `${desk.page}/dock/slots?days=2`;
  const first = expectSuccess(await service.http("GET", url));
  assert.ok(first.body.slots.length > 20);
  const etag = String(first.headers["etag"]);
  const again = await service.http("GET", url, undefined, { "if-none-match": etag });
  assert.deepEqual([again.status, again.body], [304, ""]);
  expectSuccess(await desk.book(desk.slot(10)));
  const changed = await service.http("GET", url, undefined, { "if-none-match": etag });
  assert.equal(changed.status, 200);
  const slot = changed.body.slots.find((one: { starts_at: string }) => one.starts_at === desk.slot(10));
  assert.equal(slot.free, 1);
});

describe("a deposit", () => {
  test("is paid before the hold becomes a reservation, and refunded when the guest cancels before the cut-off", async () => {
    const { desk, pay } = await openPaidDesk();
    const { manage_token, reservation } = expectSuccess(await desk.book(desk.slot(8))).body;
    assert.equal(reservation.missing, "deposit");
    const opened = expectSuccess(await desk.manage(manage_token, "POST", {}, "/checkout"));
    assert.match(opened.body.reservation.checkout_url, /^https:\/\/pay\.example\//);
    expectSuccess(await pay(reservation.code));
    const read = async () => (await desk.manage(manage_token)).body.reservation;
    assert.partialDeepStrictEqual(await read(), { status: "CONFIRMED", payment_status: "PAID" });
    expectSuccess(await desk.manage(manage_token, "DELETE"));
    assert.equal((await read()).payment_status, "REFUND_PENDING");
    await runQueued(service, "refund-reservation-deposit", desk.business.id);
    assert.equal((await read()).payment_status, "REFUNDED");
  });

  test("is kept after the cut-off, and an administrator may give it back all the same", async () => {
    const { desk, pay } = await openPaidDesk();
    const { manage_token, reservation } = expectSuccess(await desk.book(desk.slot(3))).body;
    expectSuccess(await desk.manage(manage_token, "POST", {}, "/checkout"));
    expectSuccess(await pay(reservation.code));
    service.advance(90 * MINUTE);
    expectSuccess(await desk.manage(manage_token, "DELETE"));
    const id = await findId(desk, reservation.code);
    const read = async () => (await desk.admin.http("GET", `${ROOT}/${id}`)).body.reservation.payment_status;
    assert.equal(await read(), "KEPT");
    expectSuccess(await desk.admin.http("POST", `${ROOT}/${id}/refund`, {}));
    await runQueued(service, "refund-reservation-deposit", desk.business.id);
    assert.equal(await read(), "REFUNDED");
  });

  test("that arrives when its hold is over goes back by itself, and the place is somebody else's", async () => {
    const { desk, pay } = await openPaidDesk();
    const { manage_token, reservation } = expectSuccess(await desk.book(desk.slot(8))).body;
    expectSuccess(await desk.manage(manage_token, "POST", {}, "/checkout"));
    service.advance(16 * MINUTE);
    await runDue(service.runtime);
    expectSuccess(await desk.book(desk.slot(8)));
    expectSuccess(await pay(reservation.code));
    await runQueued(service, "refund-reservation-deposit", desk.business.id);
    assert.partialDeepStrictEqual((await desk.manage(manage_token)).body.reservation, {
      status: "CANCELLED",
      payment_status: "REFUNDED",
    });
    assert.equal((await desk.count(desk.slot(8))).taken, 1);
  });
});

/** A place of one with a deposit, at a processor that a test plays. */
async function openPaidDesk() {
  const processor = await createCardProcessor();
  service.runtime.providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });
  const desk = await openDesk({ capacity: 1, deposit_minor: 2500 });
  const { body } = expectSuccess(
    await desk.admin.http("PATCH", "/api/v1/client/payment-settings", {
      vendor: "checkout_sessions",
      base_url: processor.base_url,
      secret_key: SECRET_KEY,
      event_secret: EVENT_SECRET,
    }),
  );
  const events_path = new URL(body.payment_settings.events_url).pathname;
  return {
    desk,
    /** The processor reports that the deposit was paid. */
    async pay(code: string) {
      const id = await findId(desk, code);
      const event = signEvent(
        "checkout.session.completed",
        {
          id: `cs_reservation-${desk.business.id}-${id}`,
          status: "complete",
          payment_status: "paid",
          payment_intent: `pi_${id}`,
          amount_total: 2500,
          currency: "brl",
        },
        service.now(),
      );
      return service.http("POST", events_path, event.body, event.headers);
    },
  };
}

test("calendars read one reservation by its link, and a bookable by its secret address until another one replaces it", async () => {
  const desk = await openDesk();
  const { manage_token } = expectSuccess(await desk.book(desk.slot(9))).body;
  const file = expectSuccess(await desk.manage(manage_token, "GET", undefined, "/calendar.ics"));
  assert.match(String(file.headers["content-type"]), /^text\/calendar/);
  assert.match(file.raw.toString(), /BEGIN:VEVENT[\s\S]*SEQUENCE:0[\s\S]*STATUS:CONFIRMED/);
  const createFeed = async () =>
    new URL(
      expectSuccess(await desk.admin.http("POST", `${ROOT}/bookables/${desk.bookable_id}/feed`, {})).body
        .feed_url,
    ).pathname;
  const address = await createFeed();
  assert.match(expectSuccess(await service.http("GET", address)).raw.toString(), /SUMMARY:Dock 1: Ada Guest/);
  expectSuccess(await desk.manage(manage_token, "DELETE"));
  assert.match(
    expectSuccess(await service.http("GET", address)).raw.toString(),
    /SEQUENCE:1[\s\S]*STATUS:CANCELLED/,
  );
  await createFeed();
  assert.equal((await service.http("GET", address)).status, 410);
});
