/** Reading timelines: formats, entity tags, views, pages, batches; the validator and the vocabulary; rate limits. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { rerouteOrder } from "#domain/orders/orders/operations/reroute-order.ts";
import { composeTrackingEvent, storeTrackingEvents } from "#domain/tracking/tracking/public.ts";
import { formats, projections } from "#otep/projections.ts";
import { createProvider } from "#tests/support/provider.ts";
import { refusalOf, type TestBusiness, testService } from "#tests/support/service.ts";
import { getOtepTracking } from "./operations/get-otep-tracking.ts";
import { listOtepEvents } from "./operations/list-otep-events.ts";

const service = await testService();
const BASE = "/api/v1/otep/trackings";
const get = (path: string, headers?: Record<string, string>) =>
  service.http("GET", `${BASE}/${path}`, undefined, headers);

describe("the OTEP document", () => {
  test("is bare, full for the owner, and redacted for anonymous callers and other businesses", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const order = await business.order();
    const event = composeTrackingEvent({ now: service.now() }, order, {
      code: "otep:core:received",
      location: {
        name: "Hub of Clara",
        kind: "warehouse",
        address: { lines: ["SIA 3"], city: "Brasília", country: "BR" },
        geo: { lat: -15.65712, lon: -47.80273 },
      },
      actor: { type: "operator", id: "7", name: "Davi" },
    });
    await storeTrackingEvents({ db: service.system, business_id: business.id, enqueue: () => {} }, [
      { event },
    ]);
    const url = `/api/v1/otep/trackings/${order.tracking_number}`;
    const full = await business.http("employee", "GET", url);
    assert.partialDeepStrictEqual(full.body, {
      type: "otep.timeline",
      event_count: 2,
      status: { base: "received", phase: "inbound" },
    });
    assert.equal("result" in full.body, false);
    assert.equal(full.body.events[1].actor.name, "Davi");
    assert.deepEqual(full.body.events[1].location.address.lines, ["SIA 3"]);
    for (const shown of [await service.http("GET", url), await other.http("client_admin", "GET", url)]) {
      assert.equal(shown.status, 200);
      assert.partialDeepStrictEqual(shown.body.events[1], {
        location: { geo: { lat: -15.66, lon: -47.8 }, address: { city: "Brasília" } },
        actor: { type: "operator" },
      });
      for (const secret of ["Davi", "SIA 3", "Hub of Clara"])
        assert.ok(!JSON.stringify(shown.body).includes(secret), secret);
    }
    const driver = await business.driver();
    const theirs = await driver.person.call(getOtepTracking, { tracking_number: order.tracking_number });
    assert.ok(!JSON.stringify(theirs).includes("Davi"));
    const events = await business.as("employee")(listOtepEvents, { tracking_number: order.tracking_number });
    assert.deepEqual(
      events.events.map((one) => one.status_code),
      ["otep:core:created", "otep:core:received"],
    );
    assert.equal(events.revision, full.body.revision);
    for (const operation of [getOtepTracking, listOtepEvents]) {
      assert.equal(
        (
          await refusalOf(
            service.anonymous(operation as typeof getOtepTracking, { tracking_number: "PH00000000000000" }),
          )
        ).status,
        404,
      );
    }
  });

  test("follows a rerouted order, and is not changed by the same event twice", async () => {
    const business = await service.business();
    const order = await business.order();
    const moved = await business.as("client_admin")(rerouteOrder, {
      order_id: order.id,
      address: { line1: "New 1", lat: -15.8, lng: -47.9 },
    });
    const document = await service.anonymous(getOtepTracking, { tracking_number: order.tracking_number });
    assert.partialDeepStrictEqual(document, { subject: { id: moved.tracking_number } });
    const event = composeTrackingEvent(
      { now: service.now() },
      { id: moved.order_id, tracking_number: moved.tracking_number },
      { code: "otep:core:received" },
    );
    for (let turn = 0; turn < 2; turn += 1) {
      await storeTrackingEvents({ db: service.system, business_id: business.id, enqueue: () => {} }, [
        { event },
      ]);
    }
    const { events } = await service.anonymous(listOtepEvents, { tracking_number: moved.tracking_number });
    assert.equal(events.length, 2);
  });
});

/** An order with a few events from a carrier. */
async function createTracked(
  business: TestBusiness,
  codes = ["picked_up", "departed", "note", "out_for_delivery", "delivered"],
) {
  const order = await business.order();
  const carrier = await createProvider(business);
  const start = service.now().getTime();
  const answer = await carrier.ingest(
    codes.map((code, index) => ({
      event_id: `${order.id}-${index}`,
      subject: order.tracking_number,
      occurred_at: new Date(start + index * 60_000).toISOString(),
      status_code: `otep:core:${code}`,
      location: { name: "Secret Hub", address: { lines: ["Hidden 7"], city: "Brasília", country: "BR" } },
      source: { raw_text: "Hidden remark" },
      extensions: { "x-lane": "hidden" },
    })),
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return order;
}

describe("formats", () => {
  test("are byte for byte the projections of the public native document", async () => {
    const { tracking_number } = await createTracked(await service.business());
    const { base_url, otep_namespace } = service.runtime.settings;
    const native = JSON.parse((await get(tracking_number)).raw.toString("utf8"));
    for (const { format, project } of projections) {
      const shown = await get(`${tracking_number}?format=${format}`);
      const public_url = `${base_url}${BASE}/${tracking_number}`;
      const { document, loss } = project(native, { public_url, namespace: otep_namespace });
      assert.equal(shown.raw.toString("utf8"), JSON.stringify(document), format);
      assert.equal(shown.headers["otep-projection-loss"], String(loss), format);
    }
  });

  test("are chosen by name, each with its media type, its loss and a bare document", async () => {
    const business = await service.business();
    const { tracking_number } = await createTracked(business);
    for (const format of formats) {
      const shown = await get(`${tracking_number}?format=${format}`);
      assert.equal(shown.status, 200, format);
      const linked = ["epcis", "onerecord", "uncefact"].includes(format);
      assert.equal(
        shown.headers["content-type"],
        `application/${linked ? "ld+json" : "json"}; charset=utf-8`,
        format,
      );
      assert.match(String(shown.headers["otep-projection-loss"]), /^\d+$/, format);
      assert.equal("result" in shown.body, false, format);
      assert.ok(
        !JSON.stringify(shown.body).toLowerCase().includes("hidden"),
        `${format} tells an anonymous caller too much`,
      );
    }
    const epcis = await get(`${tracking_number}?format=epcis`);
    assert.equal(epcis.body.type, "EPCISDocument");
  });

  test("are chosen by an Accept profile; the parameter takes precedence", async () => {
    const business = await service.business();
    const { tracking_number } = await createTracked(business);
    const accept = (text: string) => ({ accept: text });
    const typed = await get(tracking_number, accept('application/ld+json;profile="otep:format:epcis"'));
    assert.equal(typed.body.type, "EPCISDocument");
    const won = await get(
      `${tracking_number}?format=otep`,
      accept('application/ld+json;profile="otep:format:epcis"'),
    );
    assert.equal(won.body.type, "otep.timeline");
    assert.equal((await get(tracking_number, accept("*/*"))).body.type, "otep.timeline");
    const none = await get(tracking_number, accept("text/html"));
    assert.deepEqual([none.status, none.body.error_code], [406, "NOT_ACCEPTABLE"]);
    const unknown = await get(tracking_number, accept('application/json;profile="otep:format:nothing"'));
    assert.equal(unknown.status, 406);
  });

  test("are 422 if unknown, and so are invalid numbers", async () => {
    const business = await service.business();
    const { tracking_number } = await createTracked(business);
    const format = await get(`${tracking_number}?format=morse`);
    assert.deepEqual([format.status, format.body.error_code], [422, "UNSUPPORTED_FORMAT"]);
    for (const number of ["abc", "a%20b%20c", "x".repeat(65), "%C3%A9%C3%A9%C3%A9%C3%A9"]) {
      for (const path of [number, `${number}/events`]) {
        const shown = await get(path);
        assert.deepEqual([shown.status, shown.body.error_code], [422, "INVALID_TRACKING_NUMBER"], path);
      }
    }
    for (const number of ["PH10000000000085", "PH10000000000086", "nobody-has-it"]) {
      const shown = await get(number);
      assert.deepEqual([shown.status, shown.body.error_code], [404, "TRACKING_NOT_FOUND"]);
    }
  });

  test("are the same document over REST, GraphQL and both MCP servers", async () => {
    const business = await service.business();
    const { tracking_number } = await createTracked(business);
    const rest = (await get(`${tracking_number}?format=aggregator`)).body;
    const graphql = await service.http("POST", "/api/graphql", {
      query: 'query($n: String!) { otepTracking(tracking_number: $n, format: "aggregator") }',
      variables: { n: tracking_number },
    });
    assert.deepEqual(graphql.body.data?.otepTracking, rest, JSON.stringify(graphql.body.errors));
    const tool = async (server: string, name: string) => {
      const { body } = await service.http("POST", server, {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: { tracking_number, format: "aggregator" } },
      });
      return body.result.structuredContent;
    };
    assert.deepEqual(await tool("/mcp", "otep_tracking"), rest);
    assert.deepEqual(await tool("/mcp/developer", "get_otep_tracking"), rest);
  });
});

describe("entity tags", () => {
  test("show that nothing changed, and differ by format and view", async () => {
    const business = await service.business();
    const { tracking_number } = await createTracked(business);
    const { token } = await business.person("employee");
    const open = await get(tracking_number);
    const etag = String(open.headers["etag"]);
    assert.match(etag, /^"[0-9a-f]{32}-otep-public"$/);
    assert.equal(new Date(String(open.headers["last-modified"])).getTime() > 0, true);
    const same = await get(tracking_number, { "if-none-match": etag });
    assert.deepEqual([same.status, same.raw.length, same.headers["etag"]], [304, 0, etag]);
    for (const tag of [`W/${etag}`, `"other", ${etag}`, "*"])
      assert.equal((await get(tracking_number, { "if-none-match": tag })).status, 304, tag);
    const full = await get(tracking_number, { authorization: `Bearer ${token}`, "if-none-match": etag });
    assert.equal(full.status, 200, "a redacted view is not the full one");
    assert.ok(JSON.stringify(full.body).includes("Hidden 7"));
    assert.notEqual(full.headers["etag"], etag);
    assert.equal(full.headers["cache-control"], "private, no-cache");
    assert.equal(open.headers["vary"], "Accept, Authorization");
    const other = await get(`${tracking_number}?format=epcis`, { "if-none-match": etag });
    assert.equal(other.status, 200);
    const carrier = await createProvider(business);
    await carrier.ingest({
      subject: tracking_number,
      occurred_at: service.now().toISOString(),
      status_code: "otep:core:note",
    });
    assert.equal((await get(tracking_number, { "if-none-match": etag })).status, 200, "an event was added");
  });

  test("come with links to the other formats", async () => {
    const business = await service.business();
    const { tracking_number } = await createTracked(business);
    const link = String((await get(tracking_number)).headers["link"]);
    assert.ok(link.includes(`/api/v1/otep/trackings/${tracking_number}?format=epcis>; rel="alternate"`));
    assert.equal(link.split('rel="alternate"').length - 1, formats.length - 1);
    const part = "profile=core&at=2199-01-01T00%3A00%3A00%2B01%3A00";
    const of_part = String((await get(`${tracking_number}?${part}`)).headers["link"]);
    const [address = ""] = /http[^>]*format=epcis[^>]*/.exec(of_part) ?? [];
    const asked = new URL(address).searchParams;
    assert.deepEqual([asked.get("at"), asked.get("profile")], ["2199-01-01T00:00:00+01:00", "core"]);
  });
});

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
    assert.deepEqual(customs.profiles, ["core", "customs"]);
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
    const shown = async () => (await get(order.tracking_number)).body.events.at(-1).proof;
    const [proof, papers] = await shown();
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
    assert.deepEqual((await shown()).at(0), { type: "document" });
    assert.ok(!JSON.stringify((await get(order.tracking_number)).body).includes("/files/"));
  });
});

describe("events", () => {
  test("are listed in the native format only, and other formats are refused", async () => {
    const business = await service.business();
    const { tracking_number } = await business.order();
    assert.equal((await get(`${tracking_number}/events?format=otep`)).status, 200);
    for (const format of ["epcis", "morse"]) {
      const refused = await get(`${tracking_number}/events?format=${format}`);
      assert.deepEqual([refused.status, refused.body.error_code], [422, "UNSUPPORTED_FORMAT"], format);
    }
    const epcis = 'application/ld+json;profile="otep:format:epcis"';
    const native = 'application/json;profile="otep:format:otep"';
    const readAs = async (accept: string, query = "") => {
      const { status, body } = await get(`${tracking_number}/events${query}`, { accept });
      return status === 200 ? body.events[0].status_code : [status, body.error_code];
    };
    for (const accept of [native, "application/json", "*/*", `${epcis}, application/json;q=0.5`])
      assert.equal(await readAs(accept), "otep:core:created", accept);
    const json = 'application/json;profile="otep:format:aggregator"';
    for (const accept of [epcis, json, "application/ld+json", "text/html"])
      assert.deepEqual(await readAs(accept), [406, "NOT_ACCEPTABLE"], accept);
    assert.equal(await readAs(epcis, "?format=otep"), "otep:core:created", "the parameter wins");
  });

  test("are paged, and new events do not shift the pages", async () => {
    const business = await service.business();
    const { tracking_number } = await createTracked(business);
    const first = await get(`${tracking_number}/events?limit=2`);
    assert.deepEqual(Object.keys(first.body), ["events", "next_cursor", "revision"]);
    const codes = (body: { events: { status_code: string }[] }) =>
      body.events.map((one) => one.status_code.slice(10));
    assert.deepEqual(codes(first.body), ["created", "picked_up"]);
    const second = await get(`${tracking_number}/events?limit=2&cursor=${first.body.next_cursor}`);
    assert.deepEqual(codes(second.body), ["departed", "note"]);
    const last = await get(`${tracking_number}/events?limit=500&cursor=${second.body.next_cursor}`);
    assert.deepEqual([codes(last.body), last.body.next_cursor], [["out_for_delivery", "delivered"], null]);
    const back = await get(`${tracking_number}/events?order=desc&limit=1`);
    assert.deepEqual(codes(back.body), ["delivered"]);
    assert.deepEqual(codes((await get(`${tracking_number}/events?effect=annotation`)).body), ["note"]);
    assert.equal((await get(`${tracking_number}/events?effect=status`)).body.events.length, 5);
    const since = encodeURIComponent(service.now().toISOString());
    assert.deepEqual((await get(`${tracking_number}/events?since=${since}`)).body.events, []);
    for (const bad of ["limit=0", "limit=501", "cursor=nothing", "order=up", "since=then", "effect=all"])
      assert.equal((await get(`${tracking_number}/events?${bad}`)).status, 422, bad);
  });
});

test("the cursor of any event id is accepted", async () => {
  const business = await service.business();
  const { tracking_number } = await business.order();
  const carrier = await createProvider(business, { code: "c".repeat(40) });
  for (const event_id of ["荷".repeat(128), "\u0001".repeat(128)]) {
    const ingested = await carrier.ingest({
      event_id,
      subject: tracking_number,
      occurred_at: service.now().toISOString(),
      status_code: "otep:core:note",
    });
    assert.equal(ingested.status, 200);
  }
  const seen: string[] = [];
  for (let cursor = ""; seen.length < 5; ) {
    const { status, body } = await get(`${tracking_number}/events?limit=1${cursor}`);
    assert.equal(status, 200, JSON.stringify(body));
    seen.push(body.events[0].event_id);
    if (body.next_cursor === null) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  assert.equal(seen.length, 3);
});

describe("many numbers", () => {
  const batch = (body: unknown, headers?: Record<string, string>) =>
    service.http("POST", `${BASE}/batch`, body, headers);

  test("are returned in the order of the request, once each, for any business", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const [one, two] = [await createTracked(business), await other.order()];
    const numbers = [two.tracking_number, "nobody-has-it", one.tracking_number, two.tracking_number, "a b"];
    const { token } = await business.person("employee");
    const { status, body } = await batch({ tracking_numbers: numbers }, { authorization: `Bearer ${token}` });
    assert.equal(status, 200);
    assert.deepEqual(
      body.results.map((entry: { tracking_number: string; found: boolean }) => [
        entry.tracking_number,
        entry.found,
      ]),
      [
        [two.tracking_number, true],
        ["nobody-has-it", false],
        [one.tracking_number, true],
        ["a b", false],
      ],
    );
    assert.deepEqual([body.found, body.missing], [2, 2]);
    assert.deepEqual(
      [body.results[1].error.error_code, body.results[3].error.error_code],
      ["TRACKING_NOT_FOUND", "INVALID_TRACKING_NUMBER"],
    );
    assert.equal(body.results[2].timeline.type, "otep.timeline");
    assert.ok(JSON.stringify(body.results[2]).includes("Hidden 7"), "the owner's own is whole");
    assert.ok(!JSON.stringify(await batch({ tracking_numbers: numbers })).includes("Hidden 7"));
  });

  test("are returned in a format, or as summaries", async () => {
    const business = await service.business();
    const { tracking_number } = await createTracked(business);
    const epcis = await batch({ tracking_numbers: [tracking_number], format: "epcis" });
    assert.equal(epcis.body.results[0].timeline.type, "EPCISDocument");
    const accepted = (accept: string, body: object = {}) =>
      service.http("POST", `${BASE}/batch`, { tracking_numbers: [tracking_number], ...body }, { accept });
    const profile = 'application/ld+json;profile="otep:format:epcis"';
    assert.deepEqual((await accepted(profile)).body, epcis.body);
    assert.equal(
      (await accepted(profile, { format: "otep" })).body.results[0].timeline.type,
      "otep.timeline",
    );
    assert.equal((await accepted('application/json;profile="otep:format:morse"')).status, 406);
    assert.equal((await accepted("text/html")).body.results[0].timeline.type, "otep.timeline");
    const summary = await batch({ tracking_numbers: [tracking_number], view: "summary" });
    assert.partialDeepStrictEqual(summary.body.results[0].timeline, { delivered: true, event_count: 6 });
    assert.equal("events" in summary.body.results[0].timeline, false);
    for (const body of [
      { tracking_numbers: [] },
      { tracking_numbers: Array.from({ length: 101 }, (_one, index) => `number-${index}`) },
      { tracking_numbers: [tracking_number], view: "summary", format: "epcis" },
      { tracking_numbers: [tracking_number], format: "morse" },
      { tracking_numbers: tracking_number },
    ])
      assert.equal((await batch(body)).status, 422, JSON.stringify(body).slice(0, 80));
  });
});

describe("the validator", () => {
  const validate = (body: unknown, headers?: Record<string, string>) =>
    service.http("POST", "/api/v1/otep/validate", body, headers);

  test("accepts the documents of the timeline route, in both views", async () => {
    const business = await service.business();
    const { tracking_number } = await createTracked(business);
    const { token } = await business.person("employee");
    const views: Record<string, string>[] = [{}, { authorization: `Bearer ${token}` }];
    for (const headers of views) {
      const { body } = await validate((await get(tracking_number, headers)).body);
      assert.deepEqual([body.conformant, body.level, body.errors], [true, 1, []]);
      assert.equal(body.summary.event_count, 6);
    }
  });

  test("returns 200 with findings for any JSON, 400 for anything else", async () => {
    const wrong = [
      null,
      7,
      "text",
      [],
      {},
      { events: {} },
      [[]],
      { type: "otep.timeline" },
      { events: [{ subject: "\u0000" }] },
    ];
    for (const body of wrong) {
      const answer = await validate(JSON.stringify(body));
      assert.equal(answer.status, 200, JSON.stringify(body));
      assert.equal(answer.body.conformant, Array.isArray(body) && body.length === 0, JSON.stringify(body));
    }
    const one = await validate({
      subject: "PKH0001",
      occurred_at: "2026-03-02T10:00:00",
      status_code: "delivered",
    });
    assert.partialDeepStrictEqual(one.body, {
      conformant: false,
      level: 0,
      errors: [{ path: "/occurred_at", code: "timestamp_without_offset" }],
      warnings: [{ path: "/status_code", code: "alias_code" }],
    });
    for (const body of ["{broken", "", `${"[".repeat(500)}`])
      assert.deepEqual(
        (await validate(body, { "content-type": "application/json" })).body.error_code,
        "INVALID_JSON",
      );
    const lines = await validate(
      '{broken\n{"subject":"PKH0001","occurred_at":"2026-03-02T10:00:00Z","status_code":"otep:core:created"}',
      {
        "content-type": "application/x-ndjson",
      },
    );
    assert.deepEqual([lines.status, lines.body.errors.length, lines.body.summary.event_count], [200, 1, 2]);
    assert.equal((await validate("a", { "content-type": "text/plain" })).status, 415);
  });

  test("does not create objects for millions of empty values", async () => {
    const send = async (body: string, type = "application/json") => {
      const { status, body: answered } = await validate(body, { "content-type": type });
      return status === 200 ? status : answered.error_code;
    };
    assert.equal(await send(`{"events":[${"{},".repeat(600_000)}{}]}`), "PAYLOAD_TOO_LARGE");
    assert.equal(await send(`[${"1,".repeat(600_000)}1]`), "PAYLOAD_TOO_LARGE");
    assert.equal(await send("{}\n".repeat(600_000), "application/x-ndjson"), "PAYLOAD_TOO_LARGE");
    assert.equal(await send(`"${"\n".repeat(600_000)}`, "application/x-ndjson"), "PAYLOAD_TOO_LARGE");
    assert.equal(await send(JSON.stringify({ description: ",".repeat(600_000) })), 200);
    assert.equal(await send(`{}${"\n".repeat(600_000)}`), 200);
  });

  test("accepts ten thousand events and reports if there are more", async () => {
    const event = { subject: "PKH0001", occurred_at: "2026-03-02T10:00:00Z", status_code: "otep:core:note" };
    const list = (length: number) =>
      Array.from({ length }, (_one, index) => ({ ...event, event_id: `e${index}` }));
    assert.equal((await validate(list(10_000))).body.conformant, true);
    const more = await validate(list(10_001));
    assert.equal(more.body.errors[0].code, "too_many_events");
  });

  test("is a tool of developers, for a document or one event", async () => {
    const { body } = await service.http("POST", "/mcp/developer", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "validate_otep_payload",
        arguments: { document: { subject: "PKH0001", status_code: "otep:core:delivered" } },
      },
    });
    assert.equal(body.result.structuredContent.errors[0].code, "missing_field");
  });
});

describe("the vocabulary", () => {
  test("is published with its mappings", async () => {
    const { body } = await service.http("GET", "/api/v1/otep/codes");
    assert.deepEqual([body.codes.length, body.reasons.length, body.phases.length], [138, 55, 6]);
    const delivered = body.codes.find((one: { code: string }) => one.code === "otep:core:delivered");
    assert.partialDeepStrictEqual(delivered, {
      phase: "delivered",
      terminal: true,
      mappings: { uncefact: "21" },
      next: [],
    });
    const customs = await service.http("GET", "/api/v1/otep/codes?profile=customs");
    assert.equal(customs.body.codes.length, 6);
    const profiles = await service.http("GET", "/api/v1/otep/profiles");
    assert.equal(profiles.body.profiles.length, 12);
    assert.equal(profiles.body.formats.length, formats.length);
  });
});

describe("URLs", () => {
  test("respond to other methods with 405 and the allowed ones", async () => {
    const business = await service.business();
    for (const [method, path, allow] of [
      ["POST", `${BASE}/PH10000000000085`, "GET, HEAD"],
      ["DELETE", "/api/v1/locker-storage/rentals/7", "GET, HEAD"],
      ["PUT", "/api/v1/locker-storage/rentals", "GET, HEAD"],
      ["GET", `${BASE}/batch`, undefined],
      ["GET", "/api/v1/otep/ingest", "POST"],
    ] as const) {
      const answer = await business.http("client_admin", method, path, method === "GET" ? undefined : {});
      if (allow === undefined) {
        // A word that could be a number is treated as one.
        assert.equal(answer.status, 404, path);
        continue;
      }
      assert.deepEqual([answer.status, answer.headers["allow"]], [405, allow], path);
      assert.equal(answer.body.error_code, "METHOD_NOT_ALLOWED");
    }
  });
});
