/** Reading timelines: formats, entity tags, views, pages, batches; the validator and the vocabulary; rate limits. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { composeTrackingEvent, storeTrackingEvents } from "#domain/tracking/tracking/public.ts";
import { formats } from "#otep/projections.ts";
import { createProvider } from "#tests/support/provider.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const BASE = "/api/v1/otep/trackings";
const get = (path: string, headers?: Record<string, string>) =>
  service.http("GET", `${BASE}/${path}`, undefined, headers);

describe("views", () => {
  test("of a past moment show what was known then; those of a profile its events and those of core", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    const send = (code: string) =>
      carrier.ingest({
        subject: order.tracking_number,
        occurred_at: service.now().toISOString(),
        status_code: code,
      });
    service.advance(1000);
    await send("otep:carrier:origin_scan");
    const then = new Date(service.now().getTime() + 500).toISOString();
    service.advance(60_000);
    await send("otep:customs:inspection");
    const now = (await get(order.tracking_number)).body;
    assert.equal(now.event_count, 3);
    const past = (await get(`${order.tracking_number}?at=${encodeURIComponent(then)}`)).body;
    assert.deepEqual([past.event_count, past.status.code], [2, "otep:carrier:origin_scan"]);
    for (const written of [then.replace("Z", "+00:00"), then.replace("Z", "+0000"), then.toLowerCase()]) {
      const same = await get(`${order.tracking_number}?at=${encodeURIComponent(written)}`);
      assert.deepEqual([same.status, same.body.event_count], [200, 2], written);
    }
    const before = await get(`${order.tracking_number}?at=2020-01-01T00:00:00Z`);
    assert.equal(before.body.error_code, "TRACKING_NOT_FOUND");
    const customs = (await get(`${order.tracking_number}?profile=customs`)).body;
    assert.deepEqual(
      customs.events.map(({ status_code }: { status_code: string }) => status_code),
      ["otep:core:created", "otep:customs:inspection"],
    );
    assert.deepEqual([customs.shown_profile, customs.status], ["customs", now.status]);
    assert.deepEqual(customs.profiles, now.profiles);
    for (const [part, document] of [
      [`at=${encodeURIComponent(then)}`, past] as const,
      ["profile=customs", customs] as const,
    ]) {
      const { body } = await get(`${order.tracking_number}/events?${part}`);
      assert.deepEqual([body.events, body.revision], [document.events, document.revision], part);
    }
    assert.equal((await get(`${order.tracking_number}?profile=nothing`)).status, 422);
    assert.equal((await get(`${order.tracking_number}?at=yesterday`)).status, 422);
    assert.equal((await get(`${order.tracking_number}?lang=pt-BR`)).headers["content-language"], "en");
  });

  test("of one profile have the status of the whole journey, in every format", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    const start = service.now().getTime();
    const send = (minutes: number, status_code: string, more: object = {}) => ({
      ...{ subject: order.tracking_number, status_code, ...more },
      occurred_at: new Date(start - 3_600_000 + minutes * 60_000).toISOString(),
    });
    const answer = await carrier.ingest([
      send(1, "otep:core:out_for_delivery"),
      send(2, "otep:core:delivered", { event_id: "slip" }),
      send(3, "otep:carrier:notice_left", { corrects: "slip", incident_reason: "recipient_absent" }),
    ]);
    assert.equal(answer.body.accepted, 3, JSON.stringify(answer.body));
    const tracking_body = (await get(order.tracking_number)).body;
    assert.deepEqual([tracking_body.delivered, tracking_body.status.base], [false, "delivery_attempted"]);
    for (const profile of ["core", "carrier", "lastmile", "locker", "sensor"]) {
      const part = (await get(`${order.tracking_number}?profile=${profile}`)).body;
      const { status, delivered, revision, event_count } = part;
      assert.deepEqual(
        [status, delivered, revision, event_count],
        [tracking_body.status, false, tracking_body.revision, tracking_body.event_count],
        profile,
      );
      const judged = await service.http("POST", "/api/v1/otep/validate", part);
      assert.deepEqual([judged.body.errors, judged.body.warnings], [[], []], profile);
      const read = (format: string) => get(`${order.tracking_number}?profile=${profile}&format=${format}`);
      for (const format of formats) assert.equal((await read(format)).status, 200, format);
      for (const format of ["marketplace_a", "aggregator", "shipping_marketplace", "storefront_d"]) {
        const text = JSON.stringify((await read(format)).body);
        assert.ok(!/"(Delivered|completed|Delivered_00\d)"/.test(text), `${format} of ${profile}: ${text}`);
      }
    }
  });

  test("of a number with more events than a timeline shows omit old readings, never the latest events", async () => {
    const business = await service.business();
    const order = await business.order();
    const start = service.now().getTime();
    const readings = Array.from({ length: 10_005 }, (_one, index) => ({
      order_id: order.id,
      event: composeTrackingEvent({ now: new Date(start + index) }, order, {
        code: "otep:sensor:reading",
        event_id: `reading-${index}`,
        sensor: { property: "temperature", value: 4 },
      }),
    }));
    await storeTrackingEvents({ db: service.system, business_id: business.id, enqueue: () => {} }, readings);
    service.advance(60_000);
    const delivered = {
      subject: order.tracking_number,
      occurred_at: service.now().toISOString(),
      status_code: "otep:core:delivered",
    };
    assert.equal((await (await createProvider(business)).ingest(delivered)).status, 200);
    const { body } = await get(order.tracking_number);
    assert.deepEqual([body.event_count, body.status.base], [10_000, "delivered"]);
    const ids = body.events.map(({ event_id }: { event_id: string }) => event_id);
    assert.deepEqual([ids.includes("reading-6"), ids.includes("reading-7")], [false, true]);
    assert.equal(body.events[0].status_code, "otep:core:created");
    const page = await service.http("GET", `/api/v1/tracking/${order.tracking_number}`);
    assert.equal(page.body.phase, "delivered");
  });

  test("that are full show the driver's route, now and in the past; the others do not", async () => {
    const business = await service.business();
    const order = await business.order();
    const driver = await business.driver();
    const call = (name: string, input: unknown, who = business.as("client_admin")) =>
      // biome-ignore lint/suspicious/noExplicitAny: any operation's answer.
      who(service.runtime.registry.get(name) as never, input as never) as Promise<any>;
    const { route } = await call("clientRouteCreate", { driver_id: driver.id, order_ids: [order.id] });
    await call("clientRouteRelease", { route_id: route.id });
    await call("driverRouteStart", { route_id: route.id }, driver.person.call);
    const start = service.now().getTime();
    service.advance(30 * 60_000);
    await call(
      "driverPositions",
      {
        device_id: "phone",
        route_id: route.id,
        positions: Array.from({ length: 25 }, (_one, index) => ({
          seq: index + 1,
          at: new Date(start + 1000 + index * 60_000).toISOString(),
          lat: -15.7,
          lng: -47.9,
        })),
      },
      driver.person.call,
    );
    const positions = (document: { events: { status_code: string; location?: unknown }[] }) =>
      document.events.filter(({ status_code }) => status_code === "otep:sensor:position");
    const url = `${BASE}/${order.tracking_number}`;
    const [full, again] = [
      await business.http("employee", "GET", url),
      await business.http("employee", "GET", url),
    ];
    assert.equal(positions(full.body).length, 3);
    assert.deepEqual(again.body, full.body);
    assert.equal(full.body.status.base, "out_for_delivery");
    assert.equal(positions((await get(order.tracking_number)).body).length, 0);

    const carrier = await createProvider(business);
    const ingestAt = (minutes: number, fields: Record<string, unknown>) =>
      carrier.ingest({
        subject: order.tracking_number,
        occurred_at: new Date(start + minutes * 60_000).toISOString(),
        ...fields,
      });
    await ingestAt(5, { event_id: "slip", status_code: "otep:core:delivered" });
    assert.equal(
      positions((await business.http("employee", "GET", url)).body).length,
      1,
      "until the delivery",
    );
    await ingestAt(6, { status_code: "otep:core:out_for_delivery", corrects: "slip" });
    assert.equal(positions((await business.http("employee", "GET", url)).body).length, 3, "which was none");
  });

  test("of a delivery link to its proofs if the business shows them, and to no other file", async () => {
    const business = await service.business();
    const order = await business.order();
    const file = async (kind: string | null) => {
      const { id } = (await service.system.row<{ id: number }>(
        `insert into file (business_id, sha256, content_type, name, size_bytes, created_at)
           values ($1, repeat('0', 64), 'image/png', 'f', 1, now()) returning id`,
        [business.id],
      )) as { id: number };
      if (kind !== null)
        await service.system.execute(
          `insert into proof (business_id, subject_type, subject_id, kind, file_id, captured_at, created_at)
             values ($1, 'order', $2, $3, $4, now(), now())`,
          [business.id, order.id, kind, id],
        );
      return id;
    };
    const [photo, passport, contract] = [await file("photo"), await file("id_check"), await file(null)];
    const event = composeTrackingEvent({ now: service.now() }, order, {
      code: "otep:lastmile:delivered_in_person",
      proof: [
        { type: "photo", ref: `file/${photo}`, signed_by: "Clara" },
        { type: "id_check", ref: `file/${passport}` },
      ],
    });
    await storeTrackingEvents({ db: service.system, business_id: business.id, enqueue: () => {} }, [
      { event },
    ]);
    await service.system.execute("update delivery_order set delivered_at = now() where id = $1", [order.id]);
    const readProof = async () => (await get(order.tracking_number)).body.events.at(-1).proof;
    const [proof, papers] = await readProof();
    assert.match(proof.url, new RegExp(`/api/v1/files/${photo}/public\\?`));
    assert.deepEqual(Object.keys(proof).sort(), ["type", "url"]);
    assert.deepEqual(papers, { type: "id_check" }, "identity papers are for nobody");

    const carrier = await createProvider(business);
    const ingested = await carrier.ingest({
      subject: order.tracking_number,
      status_code: "otep:core:received",
      occurred_at: service.now().toISOString(),
      proof: [passport, contract, photo].map((id) => ({ type: "document", ref: `file/${id}` })),
    });
    assert.equal(ingested.body.accepted, 1, JSON.stringify(ingested.body));
    const links = JSON.stringify((await get(order.tracking_number)).body);
    for (const id of [passport, contract])
      assert.ok(!links.includes(`/files/${id}/`), "a provider names a file of the business");

    await service.system.execute(
      `update business set settings = settings || '{"public_proof": false}' where id = $1`,
      [business.id],
    );
    assert.deepEqual((await readProof()).at(0), { type: "document" });
    assert.ok(!JSON.stringify((await get(order.tracking_number)).body).includes("/files/"));
  });
});
