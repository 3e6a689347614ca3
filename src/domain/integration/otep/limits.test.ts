/** Rate limits of the routes without configuration: uses its own service, because other tests exceed them. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { test } from "node:test";
import { createToken } from "#domain/identity/accounts/operations/create-token.ts";
import { createProvider } from "#tests/support/provider.ts";
import { type HttpAnswer, testService } from "#tests/support/service.ts";

const service = await testService({ limits: {} });
await service.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = service.app.server.address() as AddressInfo;
// All calls are sent at the same time; on a slow machine the buckets could otherwise refill during the test.
service.freezeClock();
const from = (address: string) => ({ "x-forwarded-for": address });

/** The responses to a number of calls. */
async function burst(calls: number, call: () => Promise<HttpAnswer>): Promise<HttpAnswer[]> {
  const answers: HttpAnswer[] = [];
  for (let turn = 0; turn < calls; turn += 1) answers.push(await call());
  return answers;
}

function assertLimitHeaders({ headers }: HttpAnswer, limit: number): void {
  assert.equal(headers["ratelimit-limit"], String(limit));
  assert.match(String(headers["ratelimit-remaining"]), /^\d+$/);
  assert.match(String(headers["ratelimit-reset"]), /^\d+$/);
}

test("public reads are limited by address, also of unknown numbers, and every response has the remaining calls", async () => {
  const business = await service.business();
  const { tracking_number } = await business.order();
  const read = (address: string, number = tracking_number) =>
    service.http("GET", `/api/v1/otep/trackings/${number}`, undefined, from(address));
  const first = await read("192.0.2.1");
  assertLimitHeaders(first, 30);
  assertLimitHeaders(await read("192.0.2.1", "nobody-has-it"), 30);
  let refused: HttpAnswer | undefined;
  for (let turn = 0; turn < 2000 && refused === undefined; turn += 1) {
    const answer = await read("192.0.2.1");
    if (answer.status === 429) refused = answer;
  }
  assert.ok(refused, "somebody who asks without end has to wait");
  assert.deepEqual([refused.body.error_code, refused.headers["retry-after"]], ["RATE_LIMITED", "1"]);
  assertLimitHeaders(refused, 30);
  assert.equal((await read("192.0.2.2")).status, 200);
  service.advance(5000);
  assert.equal((await read("192.0.2.1")).status, 200);
});

test("batches, the validator and ingest have their own limits", async () => {
  const business = await service.business();
  const { tracking_number } = await business.order();
  const batch = await burst(40, () =>
    service.http(
      "POST",
      "/api/v1/otep/trackings/batch",
      { tracking_numbers: [tracking_number] },
      from("192.0.2.3"),
    ),
  );
  assertLimitHeaders(batch[0] as HttpAnswer, 6);
  assert.ok(batch.some(({ status }) => status === 429));
  const checks = await burst(200, () => service.http("POST", "/api/v1/otep/validate", [], from("192.0.2.3")));
  assertLimitHeaders(checks[0] as HttpAnswer, 15);
  assert.ok(checks.some(({ status }) => status === 429));
  const narrow = await createProvider(business, { requests_per_s: 1 });
  let index = 0;
  const answer = await burst(20, () => {
    index += 1;
    return narrow.ingest({
      subject: tracking_number,
      status_code: "otep:core:note",
      occurred_at: new Date(Date.parse("2026-11-20T10:00:00Z") + index).toISOString(),
    });
  });
  assertLimitHeaders(answer[0] as HttpAnswer, 2);
  const late = answer.find(({ status }) => status === 429);
  assert.equal(late?.body.error_code, "RATE_LIMITED");
  const wide = await createProvider(business);
  const other = await wide.ingest({
    subject: tracking_number,
    status_code: "otep:core:note",
    occurred_at: "2026-11-20T11:00:00Z",
  });
  assertLimitHeaders(other, 100);
  assert.equal(other.status, 200, "another key has its own");
});

/**
 * The status of the response to the headers of a POST whose body is held back; null if the service waits for the body.
 */
async function answeredUnread(path: string, headers: Record<string, string>): Promise<number | null> {
  const lines = Object.entries({
    host: "localhost",
    "content-type": "application/json",
    "content-length": "100000",
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(port, "127.0.0.1");
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  socket.on("error", reject);
  socket.on("data", (bytes) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(bytes))?.[1])));
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n{`);
  const late = setTimeout(() => resolve(null), 2000);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

const note = (subject: string) => ({
  subject,
  status_code: "otep:core:note",
  occurred_at: "2026-11-20T10:00:00Z",
});

test("a caller beyond a limit is refused before the body is read, and a request without its body counts", async () => {
  const start = service.now();
  const validate = () => answeredUnread("/api/v1/otep/validate", from("192.0.2.9"));
  const waiting = await Promise.all(Array.from({ length: 15 }, validate));
  assert.ok(waiting.every((status) => status === null));
  // A clock that goes back refills nothing.
  service.setNow(start);
  assert.equal(await validate(), 429);
  service.advance(60_000);
  const unreadable = await service.http("POST", "/api/v1/otep/validate", "[", from("192.0.2.9"));
  assert.equal(unreadable.status, 400);
  assertLimitHeaders(unreadable, 15);
});

test("a token beyond its calls a minute is refused before the body is read, on any route", async () => {
  const business = await service.business();
  const { access_token } = await business.as("client_admin")(createToken, {
    name: "Slow",
    profile: "full",
    calls_per_minute: 2,
  });
  const headers = { authorization: `Bearer ${access_token}` };
  const create = () => answeredUnread("/api/v1/client/orderCreate", headers);
  assert.deepEqual(await Promise.all([create(), create()]), [null, null]);
  assert.equal(await create(), 429);
});

test("a provider beyond its limit is refused before the body is read; unsigned requests with its key do not count", async () => {
  const business = await service.business();
  const { tracking_number } = await business.order();
  const slow = await createProvider(business, { requests_per_s: 1 });
  const headers = { "otep-key": slow.provider.key_id, "otep-timestamp": "1", "otep-signature": "v1=0" };
  const unread = () => answeredUnread("/api/v1/otep/ingest", headers);
  const forged = () => slow.post("/api/v1/otep/ingest", note(tracking_number), {}, { secret: "another" });
  for (const { status } of await burst(10, forged)) assert.equal(status, 401);
  const answer = await burst(10, () => slow.ingest([]));
  const admitted = answer.findIndex(({ status }) => status === 429);
  assert.ok(admitted >= 2, "all of its own were left");
  assert.equal(await unread(), 429);
  assert.equal((await forged()).status, 429);
  service.advance(5000);
  assert.equal(await unread(), null);
});
