/** One Idempotency-Key for a document of several mutations: each alias is a separate write, executed once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestBusiness, testService } from "#tests/support/service.ts";

const service = await testService();
const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
const AT_ONCE = 10;

const create = (ref: string) =>
  `clientOrderCreate(dropoff: { line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 }, ref: "${ref}") { order_id tracking_number }`;

/** Sends the document over its own connection. */
async function ask(business: TestBusiness, fields: string, key = "k") {
  const { token } = await business.person("client_admin");
  const answer = await fetch(`${base_url}/api/graphql`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify({ query: `mutation { ${fields} }` }),
  });
  assert.equal(answer.status, 200);
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of any answer.
  return (await answer.json()) as any;
}

const readRefs = async (business: TestBusiness) =>
  (
    await service.system.rows<{ ref: string }>(
      "select ref from delivery_order where business_id = $1 order by id",
      [business.id],
    )
  ).map(({ ref }) => ref);

test("two aliases of one mutation are two writes; sent many times concurrently, each is executed once with the same response", async () => {
  const business = await service.business();
  const document = `a: ${create("A")} b: ${create("A")}`;
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(business, document)));
  assert.deepEqual(await readRefs(business), ["A", "A"]);
  const [first] = answers;
  assert.notEqual(first.data.a.order_id, first.data.b.order_id);
  for (const { data, errors } of answers) assert.deepEqual([data, errors], [first.data, undefined]);
  for (const alias of ["a", "b"]) {
    const replays = answers.filter(({ extensions }) => extensions?.idempotency_replayed?.includes(alias));
    assert.equal(replays.length, AT_ONCE - 1, alias);
  }
});

test("a mutation named twice without aliases is one write", async () => {
  const business = await service.business();
  const { data, errors } = await ask(business, `${create("A")} ${create("A")}`);
  assert.equal(errors, undefined);
  assert.deepEqual(Object.keys(data), ["clientOrderCreate"]);
  assert.deepEqual(await readRefs(business), ["A"]);
});

test("an alias with different arguments under its key is refused, and the others return their stored responses", async () => {
  const business = await service.business();
  const before = await ask(business, `a: ${create("A")} b: ${create("B")}`);
  const { data, errors, extensions } = await ask(
    business,
    `a: ${create("A")} b: ${create("C")} c: ${create("D")}`,
  );
  assert.deepEqual([data.a, data.b], [before.data.a, null]);
  assert.deepEqual(extensions.idempotency_replayed, ["a"]);
  assert.partialDeepStrictEqual(errors, [
    { path: ["b"], extensions: { code: "CONFLICT", status: 409, error_code: "IDEMPOTENCY_KEY_REUSED" } },
  ]);
  assert.equal(errors.length, 1);
  assert.deepEqual(await readRefs(business), ["A", "B", "D"]);
});

test("repeating a document whose second mutation was refused executes only that mutation", async () => {
  const business = await service.business();
  const { id } = await business.order();
  const document = `a: ${create("A")} b: clientOrderRelease(order_id: ${id}) { status }`;
  const refused = await ask(business, document);
  assert.equal(refused.errors[0].extensions.error_code, "INVALID_TRANSITION");
  const held = await business.http("client_admin", "POST", `/api/v1/client/orders/${id}/hold`, {
    reason: "unpaid",
  });
  assert.equal(held.status, 200);
  const again = await ask(business, document);
  assert.deepEqual([again.data.a, again.data.b], [refused.data.a, { status: "NEW_ORDER" }]);
  assert.deepEqual(again.extensions.idempotency_replayed, ["a"]);
  assert.equal((await readRefs(business)).filter((ref) => ref === "A").length, 1);
});
