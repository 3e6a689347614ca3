/**
 * kill -9 while proposals are approved: an approved write is executed once, however often its approval is
 * repeated, and a pending external call of it is made by a worker after the restart.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getRoundCount, KILL_TARGETS, killableService } from "../support/crash.ts";
import { startSmsVendor } from "../support/sms-provider.ts";
import { until } from "../support/until.ts";

const ROUNDS = getRoundCount(KILL_TARGETS.length);
/** Limit of test messages: ten per hour and business. */
const EXTERNAL_CALL_ROUNDS = Math.min(getRoundCount(KILL_TARGETS.length), 9);

const texts = await startSmsVendor();
const service = await killableService({
  SMS_ACCOUNT: texts.account.account,
  SMS_TOKEN: texts.account.token,
  SMS_SENDER: texts.account.sender,
  SMS_BASE_URL: texts.account.base_url,
  PRIVATE_ADDRESSES: "1",
});
const admin = await service.as("admin@rounds.example");
const employee = await service.as("dispatch@rounds.example");

async function propose(headers: Record<string, string>, operation: string, input: object): Promise<number> {
  const { status, body } = await service.request(
    "POST",
    "/api/v1/approvals",
    { operation, arguments: input },
    { ...headers, "idempotency-key": randomUUID() },
  );
  assert.equal(status, 201, JSON.stringify(body));
  return body.approval_id;
}

const approve = (id: number, key: string) =>
  service.request("POST", `/api/v1/approvals/${id}/approve`, {}, { ...admin, "idempotency-key": key });

test(`${ROUNDS} rounds of kill -9 lose no approved write, and execute none twice`, async () => {
  const approved: { id: number; key: string; ref: string; order_id: number }[] = [];
  await service.rounds(ROUNDS, async () => {
    const [ref, key] = [randomUUID(), randomUUID()];
    const dropoff = { line1: "Quadra 1", city: "Brasília", lat: -15.7, lng: -47.8 };
    const id = await propose(employee, "clientOrderCreate", { ref, dropoff });
    const { status, body } = await approve(id, key);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.result, body.approval.state], [true, "executed"]);
    approved.push({ id, key, ref, order_id: body.approval.answer.order_id });
  });

  for (const { id, key, ref, order_id } of approved) {
    const created_orders = await service.rows<{ id: number }>(
      "select id from delivery_order where ref = $1",
      [ref],
    );
    assert.deepEqual(created_orders, [{ id: order_id }], `The orders of proposal ${id}.`);
    const events = await service.rows<{ kind: string }>(
      "select kind from event where subject_type = 'proposal' and subject_id = $1 order by seq",
      [String(id)],
    );
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ["approval.pending", "approval.approved", "approval.executed"],
    );
    const again = await approve(id, key);
    assert.deepEqual([again.status, again.body.approval.answer.order_id], [200, order_id]);
    assert.equal((await approve(id, randomUUID())).body.error_code, "ALREADY_DECIDED");
  }
});

test(`${EXTERNAL_CALL_ROUNDS} external calls interrupted by kill -9 are finished by a worker`, async () => {
  const number = "+5561998000001";
  assert.equal((await service.request("PATCH", "/api/v1/user/me", { phone: number }, admin)).status, 200);
  assert.equal(
    (await service.request("PATCH", "/api/v1/client/messaging", { sms: null }, admin)).status,
    200,
  );
  for (let round = 0; round < EXTERNAL_CALL_ROUNDS; round += 1) {
    const key = randomUUID();
    const id = await propose(admin, "clientMessagingTest", { channel: "sms" });
    // The write is committed and its external call is in progress: the vendor has the message but responds
    // after the kill.
    const under_way = Promise.withResolvers<void>();
    const too_late = Promise.withResolvers<void>();
    texts.onMessage = () => {
      under_way.resolve();
      return too_late.promise;
    };
    const approving = approve(id, key);
    await under_way.promise;
    texts.onMessage = () => {};
    await service.kill(KILL_TARGETS[round % KILL_TARGETS.length] as (typeof KILL_TARGETS)[number]);
    too_late.resolve();
    const first = await approving;
    assert.deepEqual([first.status, first.body.result], [200, true], JSON.stringify(first.body));
    // Makes jobs that are delayed by a minute or two due now.
    await service.rows("update outbox_message set next_at = now() where state = 'queued'");
    await service.rows("update external_call set next_at = now() where state = 'pending'");
    const settled = await until(
      "the end of the external call",
      () => service.request("GET", `/api/v1/approvals/${id}`, undefined, admin),
      ({ body }) => body.approval.answer.state !== "queued",
    );
    assert.partialDeepStrictEqual(settled.body.approval.answer, { result: true, state: "sent" });
    const again = await approve(id, key);
    assert.deepEqual(again.body.approval.answer, settled.body.approval.answer);
  }
  const pending_calls = await service.rows(
    "select operation, state from external_call where state <> 'done'",
  );
  assert.deepEqual(pending_calls, []);
  const messages = await service.rows<{ n: number }>(
    "select count(*)::int as n from outbox_message where purpose = 'test'",
  );
  assert.deepEqual(messages, [{ n: EXTERNAL_CALL_ROUNDS }]);
});
