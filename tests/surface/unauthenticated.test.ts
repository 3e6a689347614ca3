/**
 * What an unauthenticated caller with only a tracking number, a link or an e-mail address can find out: over
 * REST, GraphQL and MCP.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { REGISTRATIONS_PER_NETWORK } from "#domain/execution/driver-app/registration.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { UNKNOWN_IDS_MAX, WINDOW_MS } from "#operation/limits/enumeration-guard.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { PNG, type RecordIds } from "#tests/support/samples.ts";
import { TEST_PASSWORD } from "#tests/support/service.ts";
import { recordStatements } from "#tests/support/statements.ts";
import { buildDocument, fillPath } from "./calls.ts";
import { byName, surfaceService } from "./fixture.ts";
import { findRefs, listSampleCalls } from "./sample-calls.ts";

const service = await surfaceService();

/** Marker in every name, street, phone, note and text that an unauthenticated caller must not read. */
const SECRET = "Quokka";
const LAT = -15.712345;
const LNG = -47.887654;

type Headers = Record<string, string>;
const from = (address: string): Headers => ({ "x-forwarded-for": address });

/** A delivery with a full history: on hold, on route, failed attempt, second attempt, delivered with proofs. */
async function eventful() {
  const business = await service.business();
  const admin = byName(service, business.as("client_admin", SECRET));
  const driver = await business.driver();
  await service.system.execute("update driver set name = $2, phone_e164 = '+5561987654321' where id = $1", [
    driver.id,
    SECRET,
  ]);
  const phone = byName(service, driver.person.call);
  const place = {
    name: `${SECRET} Dias`,
    phone: "+55 61 99999-1234",
    email: "quokka@test.example",
    line1: `${SECRET} 7`,
    line2: `${SECRET} b`,
    instructions: SECRET,
    city: "Brasília",
    postal_code: "70000-123",
    country: "BR",
    lat: LAT,
    lng: LNG,
  };
  const { order_id, tracking_number } = await admin("clientOrderCreate", {
    dropoff: place,
    pickup: place,
    ref: SECRET,
    note: SECRET,
    delivery_instruction: SECRET,
    cod_minor: 987_654,
    requirements: { pin: "4711" },
    parcels: [{ contents: SECRET }],
  });
  await admin("clientOrderHold", { order_id, reason: SECRET });
  await admin("clientOrderRelease", { order_id, reason: SECRET });
  const drive = async () => {
    const { route } = await admin("clientRouteCreate", { driver_id: driver.id, order_ids: [order_id] });
    await admin("clientRouteRelease", { route_id: route.id });
    await phone("driverRouteStart", { route_id: route.id });
    await phone("driverPositions", {
      device_id: SECRET,
      route_id: route.id,
      positions: [
        { seq: service.now().getTime() % 1_000_000, at: service.now().toISOString(), lat: LAT, lng: LNG },
      ],
    });
    await phone("driverStopArrive", { stop_id: route.stops[0].id, lat: LAT, lng: LNG, note: SECRET });
    return { route_id: route.id as number, stop_id: route.stops[0].id as number };
  };
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]).toString("base64");
  const { file_id } = await phone("fileUpload", {
    content_base64: jpeg,
    content_type: "image/jpeg",
    name: `${SECRET}.jpg`,
  });
  const failing = await drive();
  const under_way = await everywhere(tracking_number);
  await phone("driverStopFail", {
    stop_id: failing.stop_id,
    return_reason: "recipient_absent",
    lat: LAT,
    lng: LNG,
    note: SECRET,
    proofs: [{ kind: "photo", file_id, lat: LAT, lng: LNG }],
  });
  await admin("clientOrdersBulkActivity", { order_ids: [order_id], activity: "receive", location: SECRET });
  await admin("clientRouteClose", { route_id: failing.route_id });
  const { stop_id } = await drive();
  await phone("driverStopComplete", {
    stop_id,
    handed_to: "neighbour",
    cod_collected: 987_654,
    note: SECRET,
    lat: LAT,
    lng: LNG,
    proofs: [
      { kind: "photo", file_id, lat: LAT, lng: LNG },
      { kind: "signature", file_id, signed_by: `${SECRET} Dias`, relation: "neighbour" },
      { kind: "pin", value: "4711" },
      { kind: "note", value: SECRET },
    ],
  });
  return { business, order_id, tracking_number, file_id, under_way };
}

const { registry } = service.runtime;
/** Reads that anybody may call and that name a tracking number. */
const lookups = [...registry.operations.values()].filter(
  ({ effect, access, input }) =>
    effect === "read" &&
    access.public === true &&
    findRefs(input as JsonSchema).some(({ kind }) => kind === "tracking_number"),
);

/** Reads a tracking number by all of them, with all that they answer, over every surface, without or with a token. */
async function everywhere(number: string, headers: Headers = {}): Promise<Record<string, unknown>> {
  const ids = { tracking_number: number } as unknown as RecordIds;
  const bodies: Record<string, unknown> = {};
  for (const operation of lookups) {
    const { name, rest, mcp } = operation;
    const [sample] = listSampleCalls(operation);
    const input = sample?.input(ids, ids) ?? {};
    const ask = async (surface: string, ...[method, path, body]: [string, string, unknown?]) => {
      bodies[`${name} over ${surface}`] = (await service.http(method, path, body, headers)).body;
    };
    if (rest !== undefined) {
      const { path, left } = fillPath(rest.path, input);
      if (rest.method === "GET") await ask("rest", "GET", `${path}?${new URLSearchParams(left as never)}`);
      else await ask("rest", rest.method, path, left);
    }
    await ask("graphql", "POST", "/api/graphql", { query: buildDocument(registry, operation, input) });
    if (mcp?.user === undefined) continue;
    const params = { name: mcp.user, arguments: input };
    await ask("mcp", "POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  }
  return bodies;
}

function secretsIn(bodies: Record<string, unknown>): string[] {
  return Object.entries(bodies).flatMap(([surface, body]) => {
    const text = JSON.stringify(body);
    const words = [SECRET, "99999", "987654", "70000-123", "4711", "pin_hash"].filter((word) =>
      text.toLowerCase().includes(word.toLowerCase()),
    );
    const exact = text.match(/-(15|47)\.\d{3,}/g) ?? [];
    return [...words, ...exact].map((phrase) => `${surface}: ${phrase} in ${text.slice(0, 300)}`);
  });
}

describe("a caller who knows a tracking number", () => {
  test("reads no name, street, phone, note, code, amount or exact position on any surface", async () => {
    assert.ok(lookups.length >= 5, "the test sees the public reads");
    const { business, tracking_number, under_way } = await eventful();
    assert.deepEqual(secretsIn(under_way), []);
    const bodies = await everywhere(tracking_number);
    for (const [surface, body] of Object.entries(bodies))
      assert.match(
        JSON.stringify(body),
        /delivered/i,
        `${surface} answers: ${JSON.stringify(body).slice(0, 300)}`,
      );
    assert.deepEqual(secretsIn(bodies), []);

    const other = await service.business();
    const people = [
      (await other.person("client_admin")).token,
      (await business.driver()).person.token,
      (await business.customer()).person.token,
      (await business.contractor()).person.token,
    ];
    for (const token of people) {
      const headers = { authorization: `Bearer ${token}` };
      const open = Object.entries(await everywhere(tracking_number, headers));
      assert.deepEqual(
        secretsIn(Object.fromEntries(open.filter(([name]) => !name.endsWith(" over mcp")))),
        [],
      );
    }
  });

  test("can open the photos that are shown; their links open nothing else, and expire", async () => {
    const { tracking_number, file_id } = await eventful();
    const { body } = await service.http("GET", `/api/v1/tracking/${tracking_number}`);
    const link = new URL(body.proofs.find((proof: { url: string | null }) => proof.url !== null).url);
    assert.equal((await service.http("GET", link.pathname + link.search)).status, 200);

    const theirs = await service.business();
    const png = PNG.toString("base64");
    const stolen = await byName(service, theirs.as("client_admin"))("fileUpload", {
      content_base64: png,
      content_type: "image/png",
      name: "a.png",
    });
    const until = Number(link.searchParams.get("until"));
    const signature = String(link.searchParams.get("signature"));
    const tampered: [string, Record<string, string>, number?][] = [
      ["another file", {}, stolen.file_id],
      ["another file of another business", { business: String(theirs.id) }, stolen.file_id],
      ["another business", { business: String(theirs.id) }],
      ["a longer life", { until: String(until + 1) }],
      ["a life written in another way", { until: `${until}.0` }],
      ["no end", { until: "9007199254740991" }],
      ["an empty signature", { signature: "" }],
      ["a cut signature", { signature: signature.slice(0, -1) }],
      ["a longer signature", { signature: `${signature}A` }],
      ["a signature in other letters", { signature: signature.toUpperCase() }],
    ];
    for (const [what, changed, other = file_id] of tampered) {
      const query = new URLSearchParams({ ...Object.fromEntries(link.searchParams), ...changed });
      const answer = await service.http("GET", `/api/v1/files/${other}/public?${query}`);
      // `1700000000.0` is the same number, so the same link.
      const same = what === "a life written in another way" && answer.status === 200;
      assert.ok(same || [404, 422].includes(answer.status), `${what}: ${answer.status}`);
    }
    service.advance(3_600_001);
    assert.equal((await service.http("GET", link.pathname + link.search)).status, 404);
  });

  test("is rate limited when enumerating numbers, on every surface, but not when reading known ones", async () => {
    const business = await service.business();
    const { tracking_number } = await business.order();
    const guesser = from("198.51.100.7");
    const guess = (index: number) => `PH9${String(index).padStart(13, "0")}`;
    const askForMany = (from_index: number) => {
      const numbers = Array.from({ length: 40 }, (_none, index) => guess(from_index + index));
      return service.http("POST", "/api/v1/tracking/batch", { numbers }, guesser);
    };
    for (let index = 0; index < UNKNOWN_IDS_MAX; index += 40)
      assert.equal((await askForMany(index)).status, 200);
    assert.equal((await askForMany(UNKNOWN_IDS_MAX)).status, 429);
    assert.equal((await askForMany(0)).status, 200, "what it knows already");
    for (let index = 0; index < UNKNOWN_IDS_MAX; index += 1) {
      const { status } = await service.http(
        "GET",
        `/api/v1/tracking/${guess(1000 + index)}`,
        undefined,
        guesser,
      );
      assert.equal(status, 404);
    }
    const refused = await service.http("GET", `/api/v1/tracking/${tracking_number}`, undefined, guesser);
    assert.equal(refused.status, 429);
    assert.equal(refused.body.error_code, "TOO_MANY_REQUESTS");
    assert.ok(Number(refused.headers["retry-after"]) > 0);
    const bodies = await everywhere(tracking_number, guesser);
    for (const [surface, body] of Object.entries(bodies))
      assert.doesNotMatch(JSON.stringify(body), /created/i, surface);

    const other = from("198.51.100.8");
    for (let times = 0; times < 2 * UNKNOWN_IDS_MAX; times += 40) {
      const numbers = Array.from({ length: 40 }, () => tracking_number);
      const { body } = await service.http("POST", "/api/v1/tracking/batch", { numbers }, other);
      assert.equal(body.found, 40);
    }
    assert.equal((await service.http("GET", `/api/v1/tracking/${guess(1)}`, undefined, other)).status, 404);
    service.advance(WINDOW_MS);
    assert.equal(
      (await service.http("GET", `/api/v1/tracking/${tracking_number}`, undefined, guesser)).status,
      200,
    );
  });
});

describe("a caller at the sign-in", () => {
  test("cannot tell from a dry run whether an address is known", async () => {
    const business = await service.business();
    const { email } = await business.person("employee");
    const ask = (address: string) =>
      service.http("POST", "/api/v1/user/password/forgot", { email: address }, { "x-dry-run": "1" });
    const [known_answer, unknown] = [await ask(email), await ask("nobody@test.example")];
    assert.equal(known_answer.status, unknown.status);
    assert.deepEqual(known_answer.body, unknown.body);
    const query = (address: string) => ({
      query: `mutation { userPasswordForgot(email: "${address}") { result message } }`,
    });
    const [one, two] = [
      await service.http("POST", "/api/graphql", query(email), { "x-dry-run": "1" }),
      await service.http("POST", "/api/graphql", query("nobody@test.example"), { "x-dry-run": "1" }),
    ];
    assert.deepEqual(one.body, two.body);
  });

  test("cannot tell from a response or its timing whether an address has an account", async () => {
    const business = await service.business();
    const { email } = await business.person("employee");
    const registration = { business: business.code, name: "Rui", password: TEST_PASSWORD };
    const requests: [string, object][] = [
      ["/api/v1/user/password/forgot", {}],
      ["/api/v1/driver/register", registration],
    ];
    for (const [path, members] of requests) {
      const ask = async (address: string) => {
        let answer: { status: number; body: unknown } | undefined;
        const statements = await recordStatements(service, async () => {
          answer = await service.http("POST", path, { ...members, email: address });
        });
        return { status: answer?.status, body: answer?.body, statements };
      };
      // The first call may fill caches that later calls use.
      await ask(`warm-${business.code}@test.example`);
      const [known_answer, unknown] = [await ask(email), await ask(`nobody-${business.code}@test.example`)];
      assert.deepEqual(known_answer, unknown, path);
      assert.ok(known_answer.statements.length > 0);
      assert.ok(!known_answer.statements.some((text) => /\b(from|into) account\b/.test(text)), path);
    }
  });

  test("is rate limited when requesting links and registrations", async () => {
    const business = await service.business();
    const register = (index: number) =>
      service.http(
        "POST",
        "/api/v1/driver/register",
        {
          business: business.code,
          name: "Rui",
          email: `rui-${index}-${business.code}@test.example`,
          password: TEST_PASSWORD,
        },
        from("198.51.100.40"),
      );
    const statuses: number[] = [];
    for (let index = 0; index <= REGISTRATIONS_PER_NETWORK; index += 1)
      statuses.push((await register(index)).status);
    assert.deepEqual(statuses, [...statuses.slice(1).map(() => 201), 429]);
    assert.match(String((await register(1000)).headers["retry-after"]), /^\d+$/);

    const forget = (index: number) =>
      service.http(
        "POST",
        "/api/v1/user/password/forgot",
        { email: `ana-${index}@test.example` },
        from("198.51.100.41"),
      );
    const answer = await Promise.all(Array.from({ length: 100 }, (_none, index) => forget(index)));
    assert.deepEqual([...new Set(answer.map(({ status }) => status))], [202]);
    const refused = await forget(100);
    assert.deepEqual([refused.status, refused.headers["retry-after"]], [429, "600"]);
  });

  test("gets no extra guesses by concurrent calls, and none by dry runs", async () => {
    const business = await service.business();
    const { email } = await business.person("employee");
    const attempt = (index: number, headers: Headers = {}) =>
      service.http("POST", "/api/v1/user/login", { email, password: `wrong ${index}` }, headers);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_none, index) =>
        attempt(index, index % 2 === 0 ? {} : { "x-dry-run": "1" }),
      ),
    );
    for (const { status } of answers) assert.ok(status === 401 || status === 423, String(status));
    const right = await service.http("POST", "/api/v1/user/login", { email, password: TEST_PASSWORD });
    assert.equal(right.status, 423);
  });

  test("gets no token from a dry run of a sign-in", async () => {
    const business = await service.business();
    const { email } = await business.person("employee");
    const { body } = await service.http(
      "POST",
      "/api/v1/user/login",
      { email, password: TEST_PASSWORD },
      { "x-dry-run": "1" },
    );
    const used = await service.http("GET", "/api/v1/user/me", undefined, {
      authorization: `Bearer ${body.access_token}`,
    });
    assert.equal(used.status, 401);
  });

  test("cannot turn a restricted token into full access by setting a new password", async () => {
    const business = await service.business();
    const admin = await business.person("client_admin");
    const created_token = await byName(service, admin.call)("userTokenCreate", {
      name: "Agent",
      scopes: ["settings:read"],
    });
    await service.http("POST", "/api/v1/user/password/forgot", { email: admin.email });
    await runQueued(service, "send-password-links");
    const headers = { authorization: `Bearer ${created_token.access_token}` };
    const read = await service.http("GET", "/api/v1/client/outbox", undefined, headers);
    assert.equal(read.status, 403);
    assert.equal(read.body.error_code, "SIGN_IN_REQUIRED");
    const query = { query: "{ clientOutbox { messages { body } } }" };
    const answer = await service.http("POST", "/api/graphql", query, headers);
    assert.doesNotMatch(JSON.stringify(answer.body), /token=/);
    const signed = await admin.http("GET", "/api/v1/client/outbox");
    assert.match(signed.body.messages[0].body, /token=/);
  });

  test("cannot extend a restricted token through an account that it creates or changes", async () => {
    const business = await service.business();
    const admin = byName(service, business.as("client_admin"));
    const created_token = await admin("userTokenCreate", {
      name: "Agent",
      scopes: ["employees:write", "employees:read", "orders:read"],
    });
    const headers = { authorization: `Bearer ${created_token.access_token}` };
    const facts = { name: "New", email: `new-${business.code}@test.example`, password: TEST_PASSWORD };
    const make = (more: object) =>
      service.http("POST", "/api/v1/user/employees", { ...facts, ...more }, headers);
    for (const more of [
      { role: "client_admin" },
      {},
      { preset: "dispatcher" },
      { permissions: ["orders:read", "routes:write"] },
      { permissions: ["orders:read"] },
    ]) {
      const answer = await make(more);
      assert.equal(answer.status, 403, JSON.stringify(more));
      assert.equal(answer.body.error_code, "SIGN_IN_REQUIRED");
    }
    const { employee_id } = await admin("userEmployeeCreate", { ...facts, permissions: ["orders:read"] });
    const path = `/api/v1/user/employees/${employee_id}`;
    for (const change of [
      { role: "client_admin" },
      { permissions: null },
      { preset: "warehouse" },
      { permissions: ["routes:write"] },
    ])
      assert.equal((await service.http("PATCH", path, change, headers)).body.error_code, "SIGN_IN_REQUIRED");
    assert.equal((await service.http("PATCH", path, { name: "Renamed" }, headers)).status, 200);
  });
});
