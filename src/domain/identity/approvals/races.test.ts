/**
 * Concurrent calls of the approval queue, with and without idempotency keys: many connections of real clients, some of
 * which repeat requests.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type TestBusiness, type TestPerson, testService } from "#tests/support/service.ts";

const service = await testService();
const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
const AT_ONCE = 12;

const dropoff = { line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.71, lng: -47.88 };

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any answer.
  body: any;
  replayed: boolean;
}

async function post(
  { token }: TestPerson,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${base_url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    body: await answer.json(),
    replayed: answer.headers.get("idempotency-replayed") === "true",
  };
}

const keyed = (key: string) => ({ "idempotency-key": key });
const atOnce = <T>(call: (index: number) => Promise<T>, count = AT_ONCE) =>
  Promise.all(Array.from({ length: count }, (_none, index) => call(index)));

const propose = (person: TestPerson, ref: string, key?: string) =>
  post(
    person,
    "/api/v1/approvals",
    { tool: "create_order", arguments: { dropoff, ref } },
    key === undefined ? {} : keyed(key),
  );
const decide = (person: TestPerson, approval_id: number, what: "approve" | "reject", key?: string) =>
  post(person, `/api/v1/approvals/${approval_id}/${what}`, {}, key === undefined ? {} : keyed(key));

/** A high-risk tool with the approval header, and with the confirm that executes it without the header. */
async function cancel(person: TestPerson, order_id: number, headers: Record<string, string>) {
  const params = { name: "cancel_order", arguments: { order_id, confirm: true } };
  const { body } = await post(
    person,
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    headers,
  );
  assert(body.result !== undefined, JSON.stringify(body));
  return body.result.structuredContent;
}
const WAITS = { "x-mcp-require-approval": "1" };

const listProposals = (business: TestBusiness) =>
  service.system.rows<{ id: number; state: string }>(
    "select id, state from proposal where business_id = $1 order by id",
    [business.id],
  );
const listReferences = async (business: TestBusiness) =>
  (
    await service.system.rows<{ ref: string }>(
      "select ref from delivery_order where business_id = $1 order by id",
      [business.id],
    )
  ).map(({ ref }) => ref);

async function fixture() {
  const business = await service.business();
  return {
    business,
    agent: await business.person("employee"),
    reviewer: await business.person("client_admin"),
  };
}

describe("concurrent proposals", () => {
  test("one key creates one proposal, whose response every call gets; another body is refused", async () => {
    const { business, agent } = await fixture();
    const answers = await atOnce(() => propose(agent, "A", "k"));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    const [first] = answers;
    for (const { body } of answers) assert.deepEqual(body, first?.body);
    assert.equal(answers.filter(({ replayed }) => !replayed).length, 1);
    assert.deepEqual(await listProposals(business), [{ id: first?.body.approval_id, state: "pending" }]);

    const other = await propose(agent, "B", "k");
    assert.deepEqual([other.status, other.body.error_code], [409, "IDEMPOTENCY_KEY_REUSED"]);
    assert.equal((await listProposals(business)).length, 1);
  });

  test("without a key each call creates a proposal, and one of them stays pending", async () => {
    const { business, agent } = await fixture();
    const answers = await atOnce(() => propose(agent, "A"));
    assert.equal(new Set(answers.map(({ body }) => body.approval_id)).size, AT_ONCE);
    const states = (await listProposals(business)).map(({ state }) => state);
    assert.deepEqual(states.sort(), ["pending", ...Array(AT_ONCE - 1).fill("superseded")]);
  });

  test("a tool with the approval header creates one proposal for a key, also after that was approved", async () => {
    const { business, agent, reviewer } = await fixture();
    const order = await business.order();
    const answers = await atOnce(() => cancel(agent, order.id, { ...WAITS, ...keyed("k") }));
    const [{ approval_id }] = answers;
    assert.equal(answers.filter((answer) => answer.idempotency_replayed === undefined).length, 1);
    for (const answer of answers)
      assert.partialDeepStrictEqual(answer, {
        status: "pending_approval",
        approval_id,
        preview: { changes: [{ after: { status: "CANCELLED" } }] },
      });
    assert.deepEqual(await listProposals(business), [{ id: approval_id, state: "pending" }]);
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");

    assert.equal((await decide(reviewer, approval_id, "approve")).status, 200);
    const later = await cancel(agent, order.id, { ...WAITS, ...keyed("k") });
    assert.partialDeepStrictEqual(later, { approval_id, idempotency_replayed: true });
    assert.deepEqual(await listProposals(business), [{ id: approval_id, state: "executed" }]);
    await service.runtime.audit.flush();
    const audit = await service.system.rows<{ outcome: string; n: number }>(
      "select outcome, count(*)::int as n from audit where business_id = $1 and operation = 'clientOrderCancel' and outcome <> 'done' group by outcome order by outcome",
      [business.id],
    );
    assert.deepEqual(audit, [
      { outcome: "proposed", n: 1 },
      { outcome: "replayed", n: AT_ONCE },
    ]);
  });

  test("a key of a proposed call cannot be used to execute it, nor the reverse", async () => {
    const { business, agent } = await fixture();
    const [one, other] = [await business.order(), await business.order()];
    await cancel(agent, one.id, { ...WAITS, ...keyed("waits") });
    assert.partialDeepStrictEqual(await cancel(agent, one.id, keyed("waits")), {
      error: { code: "IDEMPOTENCY_KEY_REUSED" },
    });
    assert.equal(await business.readStatus(one.id), "NEW_ORDER");
    assert.equal((await cancel(agent, other.id, keyed("made"))).status, "CANCELLED");
    assert.partialDeepStrictEqual(await cancel(agent, other.id, { ...WAITS, ...keyed("made") }), {
      error: { code: "IDEMPOTENCY_KEY_REUSED" },
    });
    assert.equal((await listProposals(business)).length, 1);
  });

  test("without a key equal calls leave one proposal pending, and can be executed meanwhile without the header", async () => {
    const { business, agent } = await fixture();
    const order = await business.order();
    const answers = await atOnce(() => cancel(agent, order.id, WAITS));
    const states = new Map((await listProposals(business)).map(({ id, state }) => [id, state]));
    const pending = [...states].filter(([, state]) => state === "pending");
    assert.equal(pending.length, 1);
    assert.ok([...states.values()].every((state) => state === "pending" || state === "superseded"));
    assert.ok(answers.some(({ approval_id }) => approval_id === pending[0]?.[0]));
    assert.equal((await cancel(agent, order.id, {})).status, "CANCELLED");
  });
});

describe("concurrent decisions", () => {
  test("approved several times, with one key or none, a proposal runs once", async () => {
    for (const key of [undefined, "k"]) {
      const { business, agent, reviewer } = await fixture();
      const { approval_id } = (await propose(agent, "A")).body;
      const answers = await atOnce(() => decide(reviewer, approval_id, "approve", key));
      assert.deepEqual(await listReferences(business), ["A"]);
      const successes = answers.filter(({ status }) => status === 200);
      assert.equal(successes.length, key === undefined ? 1 : AT_ONCE);
      for (const { body } of successes) {
        assert.partialDeepStrictEqual(body, { result: true, approval: { state: "executed" } });
        assert.deepEqual(body, successes[0]?.body);
      }
      for (const { status, body } of answers.filter((answer) => !successes.includes(answer)))
        assert.partialDeepStrictEqual(
          { status, ...body },
          { status: 409, error_code: "ALREADY_DECIDED", state: "executed" },
        );
    }
  });

  test("of approvals and rejections one wins, and the others get its result", async () => {
    const winners = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const { business, agent, reviewer } = await fixture();
      const { approval_id } = (await propose(agent, "A")).body;
      const answers = await atOnce(
        (index) => decide(reviewer, approval_id, (index + round) % 2 === 0 ? "approve" : "reject"),
        6,
      );
      const successes = answers.filter(({ status }) => status === 200);
      assert.equal(successes.length, 1);
      const { state } = successes[0]?.body.approval ?? {};
      winners.add(state);
      for (const { status, body } of answers.filter((answer) => answer !== successes[0]))
        assert.partialDeepStrictEqual(
          { status, ...body },
          { status: 409, error_code: "ALREADY_DECIDED", state },
        );
      assert.deepEqual(await listProposals(business), [{ id: approval_id, state }]);
      assert.deepEqual(await listReferences(business), state === "executed" ? ["A"] : []);
    }
    for (const state of winners) assert(["executed", "rejected"].includes(state), state);
  });

  test("the key of an approval is separate from that of the approved call", async () => {
    const { business, agent, reviewer } = await fixture();
    const direct = await post(reviewer, "/api/v1/client/orderCreate", { dropoff, ref: "A" }, keyed("k"));
    assert.equal(direct.status, 200);
    const { approval_id } = (await propose(agent, "A")).body;
    const approved = await decide(reviewer, approval_id, "approve", "k");
    assert.equal(approved.status, 200);
    assert.notEqual(approved.body.approval.answer.order_id, direct.body.order_id);

    // Neither key is used up by the other.
    const again = await post(reviewer, "/api/v1/client/orderCreate", { dropoff, ref: "A" }, keyed("k"));
    assert.deepEqual([again.replayed, again.body.order_id], [true, direct.body.order_id]);
    const repeated = await decide(reviewer, approval_id, "approve", "k");
    assert.deepEqual([repeated.replayed, repeated.body], [true, approved.body]);
    const other = await propose(agent, "B");
    const reused = await decide(reviewer, other.body.approval_id, "approve", "k");
    assert.deepEqual([reused.status, reused.body.error_code], [409, "IDEMPOTENCY_KEY_REUSED"]);
    assert.deepEqual(await listReferences(business), ["A", "A"]);
  });
});
