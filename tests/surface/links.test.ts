/**
 * A link as caller: over every surface it can call nothing but the operations that it names and that declare links to
 * its subject, about that subject alone, until it expires or is revoked.
 */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Type from "typebox";
import type { Actor } from "#operation/caller/actor.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import type { Operation } from "#operation/define/define.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { testEvent } from "#tests/support/events.ts";
import { makeLink } from "#tests/support/links.ts";
import { catchRefusal } from "#tests/support/service.ts";
import { ROLES } from "#vocabulary/roles.ts";
import { createFixture, loadIds, surfaceService } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";
import { listSampleCalls } from "./sample-calls.ts";

/** A write that links may call, which counts its calls. */
const note = {
  name: "testLinkNote",
  summary: "Leave a note",
  family: "test",
  effect: "write",
  risk: "medium",
  access: { roles: [], scopes: [], link: "order" },
  input: Type.Object({ text: Type.String() }),
  output: Type.Object({ order_id: Type.Integer(), text: Type.String(), made: Type.Integer() }),
  refusals: {},
  async run({ db, business_id, actor, emit }, input) {
    const order_id = getLinkedId(actor, "order");
    const { text } = input as { text: string };
    const { rows } = {
      rows: await db.rows("select id from delivery_order where business_id <> $1", [business_id]),
    };
    assert.equal(rows.length, 0);
    notes += 1;
    emit(
      testEvent({ subject: { type: "note", id: `${order_id}/${notes}`, is_new: true }, kind: "test.noted" }),
    );
    return { order_id, text, made: notes };
  },
} as Operation;
let notes = 0;

const service = await surfaceService({ operations: [note] });
const operations = [...service.runtime.registry.operations.values()];
const of_links = operations.filter(({ access }) => !access.public && access.link !== undefined);

const authenticate = (token: string) => service.runtime.authentication.authenticateLink(token, service.now());

describe("a link", () => {
  test("may call no operation that does not declare links, although it names them all", async () => {
    const business = await service.business();
    const ids = await loadIds(await createFixture(service, business, "Quokka"));
    const linked = await authenticate(
      await makeLink(
        business,
        operations.map(({ name }) => name),
        { type: "order", id: ids.order },
      ),
    );
    // The walk makes more calls than a link may make in a minute.
    const actor = { ...linked, calls_per_minute: null };
    const wrong: string[] = [];
    for (const operation of operations) {
      if (of_links.includes(operation)) continue;
      // It verifies tokens itself, and is sent none here.
      if (operation.access.public && operation.access.reads_token) continue;
      const input = listSampleCalls(operation)[0]?.input(ids, ids) ?? {};
      const outcome = await service.call(actor, operation, input).then(
        () => "done",
        ({ code }) => code as string,
      );
      // A family that an account needs is closed before the call itself is looked at.
      if (outcome !== "forbidden" && !(operation.feature !== undefined && outcome === "feature_off"))
        wrong.push(`${operation.name}: ${outcome}`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(of_links.length >= 4);
  });

  test("may call only those that it names, and only for the type of its subject", async () => {
    const business = await service.business();
    const fixture = await createFixture(service, business, "Quokka");
    for (const operation of of_links) {
      const type = operation.access.public ? "" : (operation.access.link ?? "");
      const find = fixture.samples.link_subjects[type];
      assert.ok(find !== undefined, `No family has a sample of a subject of links to ${type}.`);
      const link_subject = { type, id: await find(fixture) };
      const others = of_links.filter((one) => one !== operation).map(({ name }) => name);
      const [unnamed, elsewhere] = [
        await makeLink(business, others, link_subject),
        await makeLink(business, [operation.name], { ...link_subject, type: "rental" }),
      ];
      for (const token of [unnamed, elsewhere]) {
        const input = minimalInput(operation.input as JsonSchema);
        const refusal = await catchRefusal(service.call(await authenticate(token), operation, input));
        assert.equal(refusal.code, "forbidden", operation.name);
      }
      const allowed = await authenticate(await makeLink(business, [operation.name], link_subject));
      // What the business does not offer is refused by the operation itself.
      const outcome = await service
        .call(allowed, operation, minimalInput(operation.input as JsonSchema))
        .then(
          ({ kind }) => kind as string,
          ({ code }) => code as string,
        );
      assert.ok(outcome === "done" || outcome in operation.refusals, `${operation.name}: ${outcome}`);
    }
  });

  test("is nobody's role: accounts cannot call what is made for links alone", async () => {
    const business = await service.business();
    await business.contractor();
    for (const operation of of_links.filter(({ access }) => !access.public && access.roles.length === 0)) {
      for (const role of ROLES.filter((one) => one === "client_admin" || one === "employee")) {
        const { actor } = await business.person(role);
        const input = minimalInput(operation.input as JsonSchema);
        const refusal = await catchRefusal(service.call(actor, operation, input));
        assert.deepEqual(
          [refusal.code, refusal.message],
          ["forbidden", "This needs a link; an account's token is not one."],
        );
      }
    }
  });

  test("reads its own subject, whatever the caller sends", async () => {
    const [mine, theirs] = [await service.business(), await service.business()];
    const [own_order, peer, strange] = [await mine.order(), await mine.order(), await theirs.order()];
    const names = ["trackingShared", note.name];
    const token = await makeLink(mine, names, { type: "order", id: own_order.id });
    const headers = { authorization: `Bearer ${token}` };
    for (const other of [peer, strange]) {
      const query = `?order_id=${other.id}&number=${other.tracking_number}&business_id=${theirs.id}`;
      const { body } = await service.http("GET", `/api/v1/shared/tracking${query}`, undefined, headers);
      assert.equal(body.tracking_number, own_order.tracking_number);
      const graphql = await service.http(
        "POST",
        "/api/graphql",
        { query: `{ trackingPublic(number: "${other.tracking_number}") { tracking_number } }` },
        headers,
      );
      assert.match(JSON.stringify(graphql.body.errors), /does not allow this/);
    }
    const written = await service.call(await authenticate(token), note, { text: "Hello" });
    assert.partialDeepStrictEqual(written, { answer: { order_id: own_order.id } });
    // A link to an order of another business finds no such order in its own.
    const crossed = await makeLink(mine, names, { type: "order", id: strange.id });
    const refusal = await catchRefusal(
      service.call(await authenticate(crossed), service.runtime.registry.get("trackingShared"), {}),
    );
    assert.equal(refusal.code, "not_found");
  });

  test("opens GraphQL for its operations, and no session of MCP or of push", async () => {
    const business = await service.business();
    const order = await business.order();
    const token = await makeLink(business, ["trackingShared"], { type: "order", id: order.id });
    const headers = { authorization: `Bearer ${token}` };
    const request_body = { query: "{ trackingShared { tracking_number } trackingSharedProofs { result } }" };
    const { body } = await service.http("POST", "/api/graphql", request_body, headers);
    assert.equal(body.data.trackingShared.tracking_number, order.tracking_number);
    assert.match(JSON.stringify(body.errors), /does not allow this/);
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    assert.equal((await service.http("POST", "/mcp", list, headers)).status, 401);
    await assert.rejects(service.runtime.authentication.authenticateToken(token, service.now()), {
      code: "unauthenticated",
    });
  });

  test("ends: revoked and expired are 410, unknown is 401, and a suspended business opens none", async () => {
    const business = await service.business();
    const order = await business.order();
    const make = () => makeLink(business, ["trackingShared"], { type: "order", id: order.id });
    const [revoked, expired, closed] = [await make(), await make(), await make()];
    const status = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const { status: code, body } = await service.http("GET", "/api/v1/shared/tracking", undefined, headers);
      return `${code} ${body.error_code ?? ""}`;
    };
    assert.equal(await status("ph_link_nobody"), "401 UNAUTHENTICATED");
    assert.equal(await status(revoked), "200 ");
    await service.system.execute(
      "update link set revoked_at = now() where business_id = $1 and id = (select min(id) from link where business_id = $1)",
      [business.id],
    );
    service.runtime.authentication.clearCache();
    assert.equal(await status(revoked), "410 LINK_REVOKED");
    await service.system.execute("update business set status = 'suspended' where id = $1", [business.id]);
    service.runtime.authentication.clearCache();
    assert.equal(await status(closed), "401 UNAUTHENTICATED");
    await service.system.execute("update business set status = 'active' where id = $1", [business.id]);
    service.runtime.authentication.clearCache();
    service.advance(61_000);
    assert.equal(await status(expired), "410 LINK_EXPIRED");
  });

  test("cannot be guessed: a network that tried 200 unknown ones is refused for every link", async () => {
    const business = await service.business();
    const order = await business.order();
    const known_link = await makeLink(business, ["trackingShared"], { type: "order", id: order.id });
    const read = async (token: string, address: string) => {
      const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": address };
      return (await service.http("GET", "/api/v1/shared/tracking", undefined, headers)).status;
    };
    const tried: number[] = [];
    for (let n = 0; n < 201; n += 1) tried.push(await read(`ph_link_guess${n}`, "203.0.113.9"));
    assert.deepEqual([...new Set(tried)], [401, 429]);
    assert.equal(await read(known_link, "203.0.113.9"), 429);
    service.advance(11 * 60_000);
    const again = await makeLink(business, ["trackingShared"], { type: "order", id: order.id });
    assert.equal(await read(again, "203.0.113.9"), 200);
  });

  test("has idempotency keys of its own", async () => {
    const business = await service.business();
    const order = await business.order();
    const subject = { type: "order", id: order.id };
    const [one, other] = [
      await authenticate(await makeLink(business, [note.name], subject)),
      await authenticate(await makeLink(business, [note.name], subject)),
    ];
    const leave = async (actor: Actor) => {
      const note_result = await service.call(actor, note, { text: "Hello" }, { idempotency_key: "key" });
      assert(note_result.kind === "done");
      return note_result.answer["made"];
    };
    const first = await leave(one);
    assert.equal(await leave(one), first);
    assert.notEqual(await leave(other), first);
  });
});
