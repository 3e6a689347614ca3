import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { Operation } from "#operation/define/define.ts";
import { runDue } from "#operation/due/run-due.ts";
import { plainMessage } from "#operation/response/messages.ts";
import type { Result } from "#operation/run/call.ts";
import { createToken } from "#tests/support/approvals.ts";
import { testEvent } from "#tests/support/events.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { approveProposal } from "./operations/approve-proposal.ts";
import { getApproval } from "./operations/get-approval.ts";
import { listApprovals } from "./operations/list-approvals.ts";
import { proposeWrite } from "./operations/propose-write.ts";
import { rejectProposal } from "./operations/reject-proposal.ts";

const service = await testService();
const CANCEL = { tool: "cancel_order", reason: "The shop closed." };
const dropoff = {
  name: "Clara Dias",
  line1: "Quadra 7",
  city: "Brasília",
  country: "BR",
  lat: -15.71,
  lng: -47.88,
};

function readApproval(result: Result): number {
  assert(result.kind === "done");
  return Number(result.answer["approval_id"]);
}

/** An operation defined by this test, in addition to those of the registry. */
function register(operation: Partial<Operation> & { name: string }): void {
  const proposed_operation = { ...service.runtime.registry.get("clientOrderCancel"), mcp: {}, ...operation };
  (service.runtime.registry.operations as Map<string, Operation>).set(
    operation.name,
    proposed_operation as Operation,
  );
}

async function createProposal(business: TestBusiness, order_id: number): Promise<number> {
  const answer = await business.as("employee")(proposeWrite, { ...CANCEL, arguments: { order_id } });
  return answer.approval_id;
}

describe("approving", () => {
  test("executes for the proposer with the reviewer in events and audit, and returns the result", async () => {
    const business = await service.business();
    const order = await business.order();
    const approval_id = await createProposal(business, order.id);
    const answer = await business.as("client_admin")(approveProposal, { approval_id, note: "Fine." });
    assert.equal(answer.result, true);
    assert.partialDeepStrictEqual(answer.approval, {
      state: "executed",
      decision_note: "Fine.",
      refusal: null,
    });
    assert.equal(await business.readStatus(order.id), "CANCELLED");
    const [proposer, reviewer] = [await business.person("employee"), await business.person("client_admin")];
    const event = await service.system.row(
      `select operation, actor_id, on_behalf_of from event where business_id = $1 and subject_type = 'order' and subject_id = $2
        order by seq desc limit 1`,
      [business.id, String(order.id)],
    );
    assert.deepEqual(event, {
      operation: "clientOrderCancel",
      actor_id: reviewer.account_id,
      on_behalf_of: proposer.account_id,
    });
    const entry = await service.system.row(
      "select actor_id, on_behalf_of from audit where business_id = $1 and operation = 'clientOrderCancel' and outcome = 'done'",
      [business.id],
    );
    assert.deepEqual(entry, { actor_id: reviewer.account_id, on_behalf_of: proposer.account_id });
    const listing = await business.as("employee")(listApprovals, { approval_id });
    assert.equal(listing.approvals[0]?.state, "executed");
    assert.notEqual(listing.approvals[0]?.answer, null);
    const kinds = (await business.readEvents("proposal", approval_id)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["approval.pending", "approval.approved", "approval.executed"]);
  });

  test("eight concurrent approvals execute once, with and without an Idempotency-Key", async () => {
    const business = await service.business();
    const approval_id = (
      await business.as("employee")(proposeWrite, {
        tool: "create_order",
        arguments: { dropoff, ref: "once" },
      })
    ).approval_id;
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => business.as("client_admin")(approveProposal, { approval_id })),
    );
    assert.equal(attempts.filter(({ status }) => status === "fulfilled").length, 1);
    const orders = await service.system.rows("select id from delivery_order where business_id = $1", [
      business.id,
    ]);
    assert.equal(orders.length, 1);

    const again = (
      await business.as("employee")(proposeWrite, {
        tool: "create_order",
        arguments: { dropoff, ref: "twice" },
      })
    ).approval_id;
    const approve = () =>
      business.as("client_admin")(approveProposal, { approval_id: again }, { idempotency_key: "k" });
    const [first, second] = [await approve(), await approve()];
    assert.deepEqual(second, first);
  });

  test("a token with a profile cannot approve its own proposal; another token of the same user can", async () => {
    const business = await service.business();
    const order = await business.order();
    const person = await business.person("client_admin");
    const agent = await createToken(service, person, "ops-write", [...service.runtime.registry.scopes.words]);
    const result = await service.call(agent, proposeWrite, { ...CANCEL, arguments: { order_id: order.id } });
    const approval_id = readApproval(result);
    const refusal = await catchRefusal(service.call(agent, approveProposal, { approval_id }));
    assert.equal(refusal.code, "same_reviewer");
    assert.equal(refusal.status, 403);
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
    const { approve_url, poll } = result.kind === "done" ? result.answer : {};
    assert.equal(approve_url, `http://localhost:8080/mcp-approvals?approval_id=${approval_id}`);
    assert.deepEqual(poll, { tool: "list_pending_approvals", arguments: { approval_id } });
    await person.call(approveProposal, { approval_id });
    assert.equal(await business.readStatus(order.id), "CANCELLED");
  });

  test("two agents never approve each other's: a signed-in person must, and sees what else waits", async () => {
    const business = await service.business();
    const person = await business.person("client_admin");
    const one = await createToken(service, person, null, null);
    const other = await createToken(service, await business.person("employee"), "ops-write", null);
    const order = await business.order();
    const result = await service.call(one, proposeWrite, { ...CANCEL, arguments: { order_id: order.id } });
    const approval_id = readApproval(result);
    const second = await service.call(other, proposeWrite, {
      tool: "update_order_note",
      arguments: { order_id: order.id, note: "ring twice" },
    });
    for (const agent of [one, other]) {
      const refusal = await catchRefusal(service.call(agent, approveProposal, { approval_id }));
      assert.equal(refusal.code, "same_reviewer");
      assert.deepEqual(refusal.extra?.["approval_separation"], "person");
      assert.match(String(refusal.extra?.["approve_url"]), /\/mcp-approvals\?approval_id=/);
    }
    const approval_answer = await person.call(getApproval, { approval_id });
    assert.deepEqual(approval_answer.approval.waits_with, [readApproval(second)]);
    assert.equal(approval_answer.approval.can_approve, true);
    const [change] = (approval_answer.approval.preview as { changes: { before: object; after: object }[] })
      .changes;
    assert.partialDeepStrictEqual(change, {
      before: { status: "NEW_ORDER" },
      after: { status: "CANCELLED" },
    });
    await person.call(approveProposal, { approval_id });
    assert.equal(await business.readStatus(order.id), "CANCELLED");
  });

  test("with different_user another user must approve; with none the same token may", async () => {
    const strict = await service.business({ settings: { approval_separation: "different_user" } });
    const own_proposal = await strict.as("client_admin")(proposeWrite, {
      ...CANCEL,
      arguments: { order_id: (await strict.order()).id },
    });
    const refusal = await catchRefusal(
      strict.as("client_admin")(approveProposal, { approval_id: own_proposal.approval_id }),
    );
    assert.equal(refusal.code, "same_reviewer");
    assert.equal(
      (await strict.as("employee")(approveProposal, { approval_id: own_proposal.approval_id })).result,
      true,
    );
    const loose = await service.business();
    const mine = await loose.as("client_admin")(proposeWrite, {
      ...CANCEL,
      arguments: { order_id: (await loose.order()).id },
    });
    assert.equal(
      (await loose.as("client_admin")(approveProposal, { approval_id: mine.approval_id })).result,
      true,
    );
  });

  test("a reviewer without the tool's scopes is refused, by account, token or connection", async () => {
    const business = await service.business();
    const order = await business.order();
    const approval_id = await createProposal(business, order.id);
    const token = await createToken(service, await business.person("client_admin"), null, [
      "approvals:read",
      "approvals:write",
      "orders:read",
    ]);
    assert.equal(
      (await catchRefusal(service.call(token, approveProposal, { approval_id }))).code,
      "scope_missing",
    );
    const narrowed = service.call(
      (await business.person("client_admin")).actor,
      approveProposal,
      { approval_id },
      {
        agent: {
          confirm: true,
          require_approval: false,
          scopes: new Set(["approvals:write"]),
          tool: "approve_pending_write",
        },
      },
    );
    const of_connection = await catchRefusal(narrowed);
    assert.equal(of_connection.code, "scope_missing");
    assert.match(of_connection.message, /^This connection was narrowed/);
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
  });

  test("an expired proposal is neither approved nor rejected, reads as expired, and is marked when it is due", async () => {
    const business = await service.business();
    const order = await business.order();
    const approval_id = await createProposal(business, order.id);
    service.advance(8 * 24 * 3600 * 1000);
    try {
      for (const operation of [approveProposal, rejectProposal]) {
        assert.equal(
          (await catchRefusal(business.as("client_admin")(operation, { approval_id }))).code,
          "approval_expired",
        );
      }
      const { approvals } = await business.as("client_admin")(listApprovals, { state: "expired" });
      assert.deepEqual(
        approvals.map((one) => [one.approval_id, one.state]),
        [[approval_id, "expired"]],
      );
      assert.equal((await business.as("client_admin")(listApprovals, {})).total, 0);
      for (let run = 0; run < 2; run += 1) await runDue(service.runtime);
      const kinds = (await business.readEvents("proposal", approval_id)).map(({ kind }) => kind);
      assert.deepEqual(kinds, ["approval.pending", "approval.expired"]);
    } finally {
      service.advance(-8 * 24 * 3600 * 1000);
    }
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
  });

  test("a proposal that is approved, rejected or superseded does not expire any more", async () => {
    const business = await service.business();
    const due = () =>
      service.system.rows<{ subject: string }>(
        "select subject from due where business_id = $1 and kind = 'approvals.expire' order by id",
        [business.id],
      );
    const [one, other] = [(await business.order()).id, (await business.order()).id];
    const superseded = await createProposal(business, one);
    const approved = await createProposal(business, one);
    const rejected = await createProposal(business, other);
    assert.deepEqual(
      (await due()).map(({ subject }) => Number(subject)),
      [approved, rejected],
    );
    assert.ok(superseded < approved);
    await business.as("client_admin")(rejectProposal, { approval_id: rejected });
    await business.as("client_admin")(approveProposal, { approval_id: approved });
    assert.deepEqual(await due(), []);
  });

  test("a target that changed meanwhile is refused, and the proposal stays pending", async () => {
    const business = await service.business();
    const order = await business.order();
    const approval_id = await createProposal(business, order.id);
    const hold = service.runtime.registry.get("clientOrderHold");
    await business.as("client_admin")(hold as never, { order_id: order.id, reason: "unpaid" } as never);
    const refusal = await catchRefusal(business.as("client_admin")(approveProposal, { approval_id }));
    assert.equal(refusal.code, "target_changed");
    assert.equal(refusal.status, 409);
    assert.equal(await business.readStatus(order.id), "HOLD");
    assert.equal((await business.as("client_admin")(getApproval, { approval_id })).approval.state, "pending");
  });

  test("a refused write is rolled back and stored as execution_failed", async () => {
    const business = await service.business();
    const order = await business.order();
    // Proposed by a token that may not see the preview, while the proposer cannot see the order yet.
    const reader = await createToken(service, await business.person("employee"), "support", [
      "approvals:read",
    ]);
    const result = await service.call(reader, proposeWrite, {
      ...CANCEL,
      arguments: { order_id: 2_000_000 },
    });
    const approval_id = readApproval(result);
    const answer = await business.as("client_admin")(approveProposal, { approval_id });
    assert.equal(answer.result, false);
    assert.equal(answer.approval.state, "execution_failed");
    assert.equal(answer.approval.refusal?.error_code, "NOT_FOUND");
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
    assert.equal(
      (await catchRefusal(business.as("client_admin")(approveProposal, { approval_id }))).code,
      "already_decided",
    );
  });

  test("what a refused write wrote before its refusal, and what it sends afterwards, is rolled back", async () => {
    const business = await service.business();
    const write = "insert into counter (business_id, name, value) values ($1, $2, 1)";
    register({
      name: "testWriteThenRefuse",
      input: Type.Object({}),
      output: Type.Object({ result: Type.Boolean() }),
      refusals: { too_late: "conflict" as const },
      async run({ db, business_id, emit, refuse }: Context<string>) {
        await db.execute(write, [business_id, "early"]);
        emit(testEvent({ subject: { type: "counter", id: business_id }, kind: "test.counted" }));
        const late = async () => {
          await db.row("select 1 as passed");
          await db.row("select 2 as passed");
          await db.execute(write, [business_id, "late"]);
        };
        const decide = async () => {
          if (
            await db.row("select 1 as stop from counter where business_id = $1 and name = 'stop'", [
              business_id,
            ])
          ) {
            throw refuse("too_late", { message: plainMessage({ en: "It is too late." }, "business") });
          }
        };
        await Promise.all([decide(), late()]);
        return { result: true };
      },
    });
    const { approval_id } = await business.as("employee")(proposeWrite, {
      operation: "testWriteThenRefuse",
      arguments: {},
    });
    await service.system.execute(write, [business.id, "stop"]);
    const answer = await business.as("client_admin")(approveProposal, { approval_id });
    assert.partialDeepStrictEqual(answer.approval, {
      state: "execution_failed",
      refusal: { error_code: "TOO_LATE" },
    });
    const counters = await service.system.rows("select name from counter where business_id = $1", [
      business.id,
    ]);
    assert.deepEqual(counters, [{ name: "stop" }]);
    assert.deepEqual(await business.readEvents("counter", business.id), []);
  });

  test("the external call of an approved write runs once after the commit, and its outcome is stored", async () => {
    const business = await service.business();
    const calls: string[] = [];
    register({
      name: "testLabel",
      input: Type.Object({}),
      output: Type.Object({ result: Type.Boolean(), label: Type.Union([Type.String(), Type.Null()]) }),
      unpredicted: ["label"],
      async run({ emit, business_id }: Context<string>) {
        emit(testEvent({ subject: { type: "label", id: business_id }, kind: "test.ordered" }));
        return { result: true, label: null };
      },
      async perform({ actor }: Context<string>) {
        calls.push(`as ${actor.account_id}`);
        return "L-1";
      },
      async settle({ emit, business_id }: Context<string>, _input: unknown, answer: unknown, label: unknown) {
        emit(testEvent({ subject: { type: "label", id: business_id }, kind: "test.made" }));
        return { ...(answer as object), label };
      },
    });
    const { approval_id, preview } = await business.as("employee")(proposeWrite, {
      operation: "testLabel",
      arguments: {},
    });
    assert.partialDeepStrictEqual(preview, { unpredicted: ["label"] });
    assert.deepEqual(calls, []);
    const { approval } = await business.as("client_admin")(approveProposal, { approval_id });
    assert.deepEqual(approval.answer, { result: true, label: "L-1" });
    assert.deepEqual(calls, [`as ${(await business.person("employee")).account_id}`]);
    assert.deepEqual(
      (await business.readEvents("label", business.id)).map(({ kind }) => kind),
      ["test.ordered", "test.made"],
    );
    assert.deepEqual(
      (await business.as("employee")(getApproval, { approval_id })).approval.answer,
      approval.answer,
    );
  });

  test("a high-risk read waits without being executed, and its answer is shown once it is approved", async () => {
    const business = await service.business();
    let reads = 0;
    register({
      name: "testDisclose",
      effect: "read",
      input: Type.Object({}),
      output: Type.Object({ result: Type.Boolean(), secret: Type.String() }),
      async run() {
        reads += 1;
        return { result: true, secret: "S", more: "not of the contract" };
      },
    });
    const agent = { confirm: false, require_approval: true, scopes: null, tool: "test_disclose" };
    const { actor } = await business.person("employee");
    const queued = await service.call(actor, { name: "testDisclose" }, {}, { agent });
    assert(queued.kind === "proposed");
    assert.equal(reads, 0);
    const { approval } = await business.as("client_admin")(approveProposal, {
      approval_id: queued.approval_id,
    });
    assert.deepEqual(approval.answer, { result: true, secret: "S" });
    assert.equal(reads, 1);
  });

  test("a proposal whose arguments were tampered with in the database does not execute", async () => {
    const business = await service.business();
    const [order, other] = [await business.order(), await business.order()];
    const approval_id = await createProposal(business, order.id);
    await service.system.execute("update proposal set arguments = $2 where id = $1", [
      approval_id,
      JSON.stringify({ order_id: other.id }),
    ]);
    assert.equal(
      (await catchRefusal(business.as("client_admin")(approveProposal, { approval_id }))).code,
      "digest_mismatch",
    );
    assert.equal(await business.readStatus(other.id), "NEW_ORDER");
  });

  test("rejecting executes nothing and is final", async () => {
    const business = await service.business();
    const order = await business.order();
    const approval_id = await createProposal(business, order.id);
    const { approval } = await business.as("client_admin")(rejectProposal, { approval_id, note: "No." });
    assert.partialDeepStrictEqual(approval, { state: "rejected", decision_note: "No." });
    assert.equal(
      (await catchRefusal(business.as("client_admin")(approveProposal, { approval_id }))).code,
      "already_decided",
    );
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
  });

  test("a dry run of an approval shows the execution and changes nothing", async () => {
    const business = await service.business();
    const order = await business.order();
    const approval_id = await createProposal(business, order.id);
    const { status, body } = await business.http(
      "client_admin",
      "POST",
      `/api/v1/approvals/${approval_id}/approve`,
      {},
      { "x-dry-run": "1" },
    );
    assert.equal(status, 200);
    assert.equal(body.approval.state, "executed");
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
    assert.equal((await business.as("client_admin")(getApproval, { approval_id })).approval.state, "pending");
  });
});

test("what a customer proposed is its own, also when an employee approves it", async () => {
  const business = await service.business();
  const [customer, other] = [await business.customer(), await business.customer()];
  const order = (more = {}) => ({ operation: "clientOrderCreate", arguments: { dropoff, ...more } });
  const proposing = customer.person.call(proposeWrite, order({ customer_id: other.id }));
  assert.equal((await catchRefusal(proposing)).status, 404);
  const { approval_id } = await customer.person.call(proposeWrite, order());
  await business.as("client_admin")(approveProposal, { approval_id });
  assert.equal((await customer.person.http("GET", "/api/v1/client/orders")).body.total, 1);
  assert.equal((await other.person.http("GET", "/api/v1/client/orders")).body.total, 0);
});
