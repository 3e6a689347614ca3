/**
 * Searches for the private members that a provider sends in every response to anonymous callers, customers, contractors,
 * drivers and other businesses: every format, list, batch, page and tool.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { computeFingerprint, computeRevision, type Statement, toUuid } from "#otep/fingerprint.ts";
import { formats } from "#otep/projections.ts";
import { createProvider } from "#tests/support/provider.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";

const service = await testService();

/** A unique word that no document contains by chance. */
const mark = (name: string) => `zq${name}qz`;
const SHA = "dead".repeat(16);
const HIDDEN = ["15.65712", "47.80273", "0614141000005", SHA, "zq"];

const location = (kind: string) => ({
  id: mark("placeid"),
  name: mark("placename"),
  kind,
  gln: "0614141000005",
  address: {
    lines: [mark("street"), mark("floor")],
    city: "Brasília",
    region: "DF",
    postal_code: mark("code"),
    country: "BR",
  },
  geo: { lat: -15.65712, lon: -47.80273, accuracy_m: 3 },
});

const buildEvent = (number: string, index: number, status_code: string, more: object = {}) => ({
  subject: number,
  event_id: `hidden-${index}`,
  status_code,
  occurred_at: new Date(service.now().getTime() - 60_000 + index * 1000).toISOString(),
  location: location(["customer", "hub", "locker", "vehicle"][index % 4] as string),
  actor: { type: "courier", id: mark("actorid"), name: mark("actorname") },
  source: { system: mark("system"), raw_text: mark("rawtext"), raw_code: "D1" },
  proof: [
    {
      type: "signature",
      ref: mark("ref"),
      sha256: SHA,
      signed_by: mark("signer"),
      relation: mark("relation"),
    },
    { type: "photo", ref: "file/1" },
  ],
  quantity: { pieces: 1, of: 2, weight_kg: 1.5 },
  extensions: { "x-hidden": mark("extension"), "com.example.lane": { deep: [mark("deep")] } },
  ...more,
});

async function readTimeline(business: TestBusiness) {
  const contractor = await business.contractor();
  const customer = await business.customer();
  const order = await business.order({ customer_id: customer.id });
  await service.system.execute("update delivery_order set contractor_account_id = $2 where id = $1", [
    order.id,
    contractor.person.account_id,
  ]);
  const carrier = await createProvider(business);
  const codes = [
    "otep:core:received",
    "otep:core:in_transit",
    "otep:core:out_for_delivery",
    "otep:core:delivery_attempted",
    "otep:sensor:reading",
    "otep:sensor:position",
    "otep:core:delivered",
  ];
  const answer = await carrier.ingest({
    events: codes.map((code, index) =>
      buildEvent(order.tracking_number, index, code, {
        ...(code.includes("sensor")
          ? { sensor: { device_id: mark("device"), property: "gpsLat", value: -15.65712 } }
          : {}),
        ...(code.endsWith("attempted") ? { incident_reason: "recipient_absent" } : {}),
      }),
    ),
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return { order, contractor, customer, answer };
}

test("only the owner's reads return private members of an event", async () => {
  const [business, other] = [await service.business(), await service.business()];
  const { order, contractor, customer, answer } = await readTimeline(business);
  assert.equal(answer.body.accepted, 7, JSON.stringify(answer.body.results));
  const number = order.tracking_number;
  const driver = await business.driver();
  const tokens = [
    undefined,
    contractor.person.token,
    customer.person.token,
    driver.person.token,
    (await other.person("client_admin")).token,
  ];
  const at = `/api/v1/otep/trackings`;
  const reads: [string, string, unknown?][] = [
    ["GET", `${at}/${number}`],
    ...formats.map((format): [string, string] => ["GET", `${at}/${number}?format=${format}`]),
    ["GET", `${at}/${number}/events`],
    ["GET", `${at}/${number}/events?order=desc&effect=annotation`],
    ["POST", `${at}/batch`, { tracking_numbers: [number] }],
    ["POST", `${at}/batch`, { tracking_numbers: [number], view: "summary" }],
    ...formats.map((format): [string, string, unknown] => [
      "POST",
      `${at}/batch`,
      { tracking_numbers: [number], format },
    ]),
    ["GET", `/api/v1/tracking/${number}`],
    ["POST", "/api/v1/tracking/batch", { numbers: [number] }],
    ["POST", "/api/v1/tracking/operationevents", { tracking_numbers: [number] }],
    ["GET", `/api/v1/client/orders/${order.id}`],
    ...formats.map((format): [string, string, unknown] => [
      "POST",
      "/api/graphql",
      { query: `{ otepClientTracking(tracking_number: "${number}", format: "${format}") { timeline } }` },
    ]),
    ["POST", "/api/graphql", { query: `{ otepTracking(tracking_number: "${number}") }` }],
    [
      "POST",
      "/api/graphql",
      { query: `{ otepTrackingEvents(tracking_number: "${number}") { events { event_id } } }` },
    ],
  ];
  let checked_count = 0;
  for (const token of tokens) {
    for (const [method, url, body] of reads) {
      const answer = await service.http(
        method,
        url,
        body,
        token === undefined ? {} : { authorization: `Bearer ${token}` },
      );
      if (answer.status === 200) checked_count += 1;
      const text = `${answer.raw.toString("utf8")} ${JSON.stringify(answer.headers)}`;
      const decoded =
        `${text} ${decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, "%25"))}`.toLowerCase();
      for (const secret of HIDDEN)
        assert.ok(!decoded.includes(secret), `${secret} in ${method} ${url} ${JSON.stringify(body ?? "")}`);
    }
  }
  assert.ok(checked_count > tokens.length * formats.length * 2, `${checked_count} answers were documents`);
  const tracking_text = JSON.stringify((await business.http("employee", "GET", `${at}/${number}`)).body);
  for (const secret of HIDDEN) assert.ok(tracking_text.includes(secret), `${secret} was there`);
});

test("generated ids and revisions are computed only from what anonymous callers may see", async () => {
  const business = await service.business();
  const order = await business.order({ parcels: [{}, {}] });
  const carrier = await createProvider(business);
  const events = [
    buildEvent(order.tracking_number, 0, "otep:core:received", {
      location: { unlocode: "FRLYS", iata: "LYS" },
    }),
    buildEvent(order.tracking_number, 1, "otep:sensor:reading", {
      sensor: { device_id: mark("device"), property: "temperature", value: 4 },
    }),
    // The end of one of two parcels is a note here, and its code is visible only to the owner.
    buildEvent(order.tracking_number, 2, "otep:lastmile:left_in_safe_place"),
  ].map(({ event_id, ...event }) => event);
  const answer = await carrier.ingest({ events });
  assert.equal(answer.body.accepted, 3, JSON.stringify(answer.body));
  const number_answer = await service.http("GET", `/api/v1/otep/trackings/${order.tracking_number}`);
  const timeline = JSON.parse(number_answer.raw.toString("utf8"));
  const hashes: string[] = timeline.events.map((event: Statement) => computeFingerprint(event));
  assert.equal(timeline.revision, computeRevision(hashes));
  const ids = new Set(hashes.map(toUuid));
  for (const { event_id } of answer.body.results) assert.ok(ids.has(event_id), event_id);
});

test("the public sees a number that an event was sent under only if it finds the order by it", async () => {
  const business = await service.business();
  const order = await business.order({ external_tracking: "ZQ-REF-000777" });
  const other = await business.order();
  const carrier = await createProvider(business);
  const [parcel] = await service.system.rows<{ id: number }>("select id from parcel where order_id = $1", [
    order.id,
  ]);
  const number = order.tracking_number;
  const minute = (index: number) => new Date(service.now().getTime() - 60_000 + index * 1000).toISOString();
  const subjects = [
    "ZQ-REF-000777",
    { id: "ZQ-REF-000777", scheme: "tracking_number" },
    { id: String(order.id), scheme: "order_id" },
    { id: String(parcel?.id), scheme: "package_id" },
    { id: number, parent: { id: "zqorder", scheme: "order_id" } },
    { id: number, related: [{ id: "zqother", scheme: "tracking_number" }] },
    { id: number, related: [{ id: other.tracking_number, scheme: "tracking_number" }] },
    { id: number, related: [{ id: "zqpackage", scheme: "package_id" }] },
  ];
  const answer = await carrier.ingest({
    events: subjects.map((subject, index) => ({
      subject,
      status_code: "otep:core:in_transit",
      occurred_at: minute(index),
    })),
  });
  assert.equal(answer.body.accepted, 8, JSON.stringify(answer.body));
  const read = async () => {
    const url = `/api/v1/otep/trackings/${number}`;
    const pages = [url, `${url}/events`, ...formats.map((format) => `${url}?format=${format}`)];
    const answer = await Promise.all(pages.map((page) => service.http("GET", page)));
    return answer.map(({ raw }) => raw.toString("utf8").toLowerCase()).join("\n");
  };
  const text = await read();
  for (const secret of ["zq", `"${order.id}"`, '"scheme":"order_id"', '"scheme":"package_id"'])
    assert.ok(!text.includes(secret), secret);
  assert.ok(text.includes(other.tracking_number.toLowerCase()), "a number of ours is found by everybody");
  const timeline_answer = JSON.parse(
    (await service.http("GET", `/api/v1/otep/trackings/${number}`)).raw.toString("utf8"),
  );
  const hashes: string[] = timeline_answer.events.map((event: Statement) => computeFingerprint(event));
  assert.equal(timeline_answer.revision, computeRevision(hashes));
  const event_ids = new Set(hashes.map(toUuid));
  for (const { event_id } of answer.body.results)
    assert.ok(event_ids.has(event_id), "no id is made of a hidden number");
  assert.ok(
    (await business.http("employee", "GET", `/api/v1/otep/trackings/${number}`)).raw.includes("ZQ-REF"),
  );
  await service.system.execute(
    `update business set settings = settings || '{"public_aliases": true, "public_carrier_numbers": true}' where id = $1`,
    [business.id],
  );
  assert.ok((await read()).includes("zq-ref-000777"), "allowed by the business");
});
