/** Limits of the routes, as they are without configuration: a service of its own, because every other test asks more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { providerOf } from "#tests/support/provider.ts";
import { type HttpAnswer, testService } from "#tests/support/service.ts";

const service = await testService({ limits: {} });
const from = (address: string) => ({ "x-forwarded-for": address });

/** So many calls at one moment of the clock; those that were admitted. */
async function burst(calls: number, call: () => Promise<HttpAnswer>): Promise<HttpAnswer[]> {
  service.setNow(new Date(Math.ceil(service.now().getTime() / 1000) * 1000));
  const answers: HttpAnswer[] = [];
  for (let turn = 0; turn < calls; turn += 1) answers.push(await call());
  return answers;
}

function told({ headers }: HttpAnswer, limit: number): void {
  assert.equal(headers["ratelimit-limit"], String(limit));
  assert.match(String(headers["ratelimit-remaining"]), /^\d+$/);
  assert.match(String(headers["ratelimit-reset"]), /^\d+$/);
}

test("public reads are limited by address, unknown numbers too, and every answer says what is left", async () => {
  const t = await service.business();
  const { tracking_number } = await t.order();
  const read = (address: string, number = tracking_number) =>
    service.http("GET", `/api/v1/otep/trackings/${number}`, undefined, from(address));
  const first = await read("192.0.2.1");
  told(first, 30);
  told(await read("192.0.2.1", "nobody-has-it"), 30);
  let refused: HttpAnswer | undefined;
  for (let turn = 0; turn < 2000 && refused === undefined; turn += 1) {
    const answer = await read("192.0.2.1");
    if (answer.status === 429) refused = answer;
  }
  assert.ok(refused, "somebody who asks without end has to wait");
  assert.deepEqual([refused.body.error_code, refused.headers["retry-after"]], ["RATE_LIMITED", "1"]);
  told(refused, 30);
  assert.equal((await read("192.0.2.2")).status, 200);
  service.advance(5000);
  assert.equal((await read("192.0.2.1")).status, 200);
});

test("batches, the validator and ingest have limits of their own", async () => {
  const t = await service.business();
  const { tracking_number } = await t.order();
  const batch = await burst(40, () =>
    service.http(
      "POST",
      "/api/v1/otep/trackings/batch",
      { tracking_numbers: [tracking_number] },
      from("192.0.2.3"),
    ),
  );
  told(batch[0] as HttpAnswer, 6);
  assert.ok(batch.some(({ status }) => status === 429));
  const checks = await burst(200, () => service.http("POST", "/api/v1/otep/validate", [], from("192.0.2.3")));
  told(checks[0] as HttpAnswer, 15);
  assert.ok(checks.some(({ status }) => status === 429));
  const narrow = await providerOf(t, { requests_per_s: 1 });
  let index = 0;
  const sent = await burst(20, () => {
    index += 1;
    return narrow.ingest({
      subject: tracking_number,
      status_code: "otep:core:note",
      occurred_at: new Date(Date.parse("2026-11-20T10:00:00Z") + index).toISOString(),
    });
  });
  told(sent[0] as HttpAnswer, 2);
  const late = sent.find(({ status }) => status === 429);
  assert.equal(late?.body.error_code, "RATE_LIMITED");
  const wide = await providerOf(t);
  const other = await wide.ingest({
    subject: tracking_number,
    status_code: "otep:core:note",
    occurred_at: "2026-11-20T11:00:00Z",
  });
  told(other, 100);
  assert.equal(other.status, 200, "another key has its own");
});
