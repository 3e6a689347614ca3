/** Many subscribers of one board: every message in order, and what a restart of the broker lost is recovered by REST. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectMqtt, startPush, subscribe } from "#tests/support/push.ts";
import { testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

const service = await testService();
const { runtime } = service;
const SUBSCRIBERS = Number(process.env["PUSH_SUBSCRIBERS"] ?? 100);

test("every subscriber gets every message in order, over a restart of the broker too", async () => {
  const business = await service.business();
  const { token } = await business.person("employee");
  const topic = `${runtime.settings.mqtt_prefix}/dispatch/${business.id}`;
  const order = await business.order();
  const post = async (path: string, body: object = {}) => {
    const answer = await business.http(
      "client_admin",
      "POST",
      `/api/v1/client/orders/${order.id}/${path}`,
      body,
    );
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  const holdAndRelease = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      await post("hold", { reason: "unpaid" });
      await post("release");
    }
  };
  const logged = async () => (await business.readEvents("order", order.id)).map(({ seq }) => seq);

  /** Everybody who follows the board of one broker; a new broker is a new process for them. */
  async function gather() {
    const { app, push } = await startPush(runtime, { kind: "embedded", host: "127.0.0.1", port: 0 });
    const url = `mqtt://127.0.0.1:${push.port()}`;
    const all: { sequence: number; subject_type: string }[][] = [];
    for (let n = 0; n < SUBSCRIBERS; n += 50)
      all.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, SUBSCRIBERS - n) }, async () =>
            subscribe(await connectMqtt(url, token), topic),
          ),
        )),
      );
    const sequences = () =>
      all.map((received) =>
        received.filter(({ subject_type }) => subject_type === "order").map(({ sequence }) => sequence),
      );
    return { app, sequences };
  }

  const first = await gather();
  const before = await logged();
  await holdAndRelease(3);
  const during = (await logged()).slice(before.length);
  assert.equal(during.length, 6);
  await until("the messages of everybody", () => first.sequences().every(({ length }) => length >= 6));
  for (const got of first.sequences()) assert.deepEqual(got, during);

  await first.app.close();
  await holdAndRelease(2);
  const second = await gather();
  const at_start = await logged();
  await holdAndRelease(2);
  const everything = await logged();
  await until("the messages of everybody", () => second.sequences().every(({ length }) => length >= 4));
  for (const [index, got] of second.sequences().entries()) {
    assert.deepEqual(got, everything.slice(at_start.length));
    // The first number that comes is not the next one: a gap, of exactly what happened without a broker.
    assert.equal((got[0] ?? 0) - ((first.sequences()[index] ?? []).at(-1) ?? 0) - 1, 4);
  }
  // And the state that was missed is read by REST.
  const read = await business.http("employee", "GET", `/api/v1/client/orders/${order.id}`);
  assert.equal(read.status, 200);
  assert.equal(JSON.stringify(read.body).includes('"NEW_ORDER"'), true);
});
