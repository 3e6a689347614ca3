/** Reading timelines: formats, entity tags, views, pages, batches; the validator and the vocabulary; rate limits. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { rerouteOrder } from "#domain/orders/orders/operations/reroute-order.ts";
import { composeTrackingEvent, storeTrackingEvents } from "#domain/tracking/tracking/public.ts";
import { formats, projections } from "#otep/projections.ts";
import { createProvider, createTrackedOrder } from "#tests/support/provider.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
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
    for (const answer of [await service.http("GET", url), await other.http("client_admin", "GET", url)]) {
      assert.equal(answer.status, 200);
      assert.partialDeepStrictEqual(answer.body.events[1], {
        location: { geo: { lat: -15.66, lon: -47.8 }, address: { city: "Brasília" } },
        actor: { type: "operator" },
      });
      for (const secret of ["Davi", "SIA 3", "Hub of Clara"])
        assert.ok(!JSON.stringify(answer.body).includes(secret), secret);
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
          await catchRefusal(
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

describe("formats", () => {
  test("are byte for byte the projections of the public native document", async () => {
    const { tracking_number } = await createTrackedOrder(await service.business());
    const { base_url, otep_namespace } = service.runtime.settings;
    const native = JSON.parse((await get(tracking_number)).raw.toString("utf8"));
    for (const { format, project } of projections) {
      const answer = await get(`${tracking_number}?format=${format}`);
      const public_url = `${base_url}${BASE}/${tracking_number}`;
      const { document, loss } = project(native, { public_url, namespace: otep_namespace });
      assert.equal(answer.raw.toString("utf8"), JSON.stringify(document), format);
      assert.equal(answer.headers["otep-projection-loss"], String(loss), format);
    }
  });

  test("are chosen by name, each with its media type, its loss and a bare document", async () => {
    const business = await service.business();
    const { tracking_number } = await createTrackedOrder(business);
    for (const format of formats) {
      const answer = await get(`${tracking_number}?format=${format}`);
      assert.equal(answer.status, 200, format);
      const linked = ["epcis", "onerecord", "uncefact"].includes(format);
      assert.equal(
        answer.headers["content-type"],
        `application/${linked ? "ld+json" : "json"}; charset=utf-8`,
        format,
      );
      assert.match(String(answer.headers["otep-projection-loss"]), /^\d+$/, format);
      assert.equal("result" in answer.body, false, format);
      assert.ok(
        !JSON.stringify(answer.body).toLowerCase().includes("hidden"),
        `${format} tells an anonymous caller too much`,
      );
    }
    const epcis = await get(`${tracking_number}?format=epcis`);
    assert.equal(epcis.body.type, "EPCISDocument");
  });

  test("are chosen by an Accept profile; the parameter takes precedence", async () => {
    const business = await service.business();
    const { tracking_number } = await createTrackedOrder(business);
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
    const { tracking_number } = await createTrackedOrder(business);
    const format = await get(`${tracking_number}?format=morse`);
    assert.deepEqual([format.status, format.body.error_code], [422, "UNSUPPORTED_FORMAT"]);
    for (const number of ["abc", "a%20b%20c", "x".repeat(65), "%C3%A9%C3%A9%C3%A9%C3%A9"]) {
      for (const path of [number, `${number}/events`]) {
        const answer = await get(path);
        assert.deepEqual([answer.status, answer.body.error_code], [422, "INVALID_TRACKING_NUMBER"], path);
      }
    }
    for (const number of ["PH10000000000085", "PH10000000000086", "nobody-has-it"]) {
      const answer = await get(number);
      assert.deepEqual([answer.status, answer.body.error_code], [404, "TRACKING_NOT_FOUND"]);
    }
  });

  test("are the same document over REST, GraphQL and both MCP servers", async () => {
    const business = await service.business();
    const { tracking_number } = await createTrackedOrder(business);
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
    const { tracking_number } = await createTrackedOrder(business);
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
    const { tracking_number } = await createTrackedOrder(business);
    const link = String((await get(tracking_number)).headers["link"]);
    assert.ok(link.includes(`/api/v1/otep/trackings/${tracking_number}?format=epcis>; rel="alternate"`));
    assert.equal(link.split('rel="alternate"').length - 1, formats.length - 1);
    const part = "profile=core&at=2199-01-01T00%3A00%3A00%2B01%3A00";
    const of_part = String((await get(`${tracking_number}?${part}`)).headers["link"]);
    const [address = ""] = /http[^>]*format=epcis[^>]*/.exec(of_part) ?? [];
    const query = new URL(address).searchParams;
    assert.deepEqual([query.get("at"), query.get("profile")], ["2199-01-01T00:00:00+01:00", "core"]);
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
    const { tracking_number } = await createTrackedOrder(business);
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
  const event_ids: string[] = [];
  for (let cursor = ""; event_ids.length < 5; ) {
    const { status, body } = await get(`${tracking_number}/events?limit=1${cursor}`);
    assert.equal(status, 200, JSON.stringify(body));
    event_ids.push(body.events[0].event_id);
    if (body.next_cursor === null) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  assert.equal(event_ids.length, 3);
});

describe("many numbers", () => {
  const batch = (body: unknown, headers?: Record<string, string>) =>
    service.http("POST", `${BASE}/batch`, body, headers);

  test("are returned in the order of the request, once each, for any business", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const [one, two] = [await createTrackedOrder(business), await other.order()];
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
    const { tracking_number } = await createTrackedOrder(business);
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
