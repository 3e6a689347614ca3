import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { Operation } from "#operation/define/define.ts";
import { runDue } from "#operation/due/run-due.ts";
import type { Result } from "#operation/run/call.ts";
import { generateToken } from "#platform/auth/secrets.ts";
import { testEvent } from "#tests/support/events.ts";
import { refusalOf, type TestBusiness, type TestPerson, testService } from "#tests/support/service.ts";
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

/** Another token of the same user. */
async function createToken(person: TestPerson, profile: string | null, scopes: readonly string[] | null) {
  const { token, token_hash } = generateToken();
  await service.system.execute(
    `insert into access_token (business_id, account_id, token_hash, kind, profile, scopes, created_at)
     select business_id, id, $2, 'api', $3, $4, now() from account where id = $1`,
    [person.account_id, token_hash, profile, scopes],
  );
  return service.runtime.authentication.authenticateToken(token, service.now());
}

function readApproval(result: Result): number {
  assert(result.kind === "done");
  return Number(result.answer["approval_id"]);
}

/** An operation defined by this test, in addition to those of the registry. */
function register(operation: Partial<Operation> & { name: string }): void {
  const made = { ...service.runtime.registry.get("clientOrderCancel"), mcp: {}, ...operation };
  (service.runtime.registry.operations as Map<string, Operation>).set(operation.name, made as Operation);
}

async function createProposal(business: TestBusiness, order_id: number): Promise<number> {
  const answer = await business.as("employee")(proposeWrite, { ...CANCEL, arguments: { order_id } });
  return answer.approval_id;
}

describe("proposing", () => {
  test("stores the write with its preview, and changes nothing", async () => {
    const business = await service.business();
    const order = await business.order();
    const answer = await business.as("employee")(proposeWrite, {
      ...CANCEL,
      arguments: { order_id: order.id, confirm: true },
    });
    assert.equal(answer.state, "pending");
    const preview = answer.preview as { would_emit: { kind: string; subject_id: string }[] };
    assert.ok(preview.would_emit.some((fact) => fact.subject_id === String(order.id)));
    assert.equal(await business.statusOf(order.id), "NEW_ORDER");
    const { approvals, total } = await business.as("client_admin")(listApprovals, {});
    assert.equal(total, 1);
    assert.partialDeepStrictEqual(approvals[0], {
      approval_id: answer.approval_id,
      tool: "cancel_order",
      arguments: { order_id: order.id },
      reason: "The shop closed.",
      can_approve: true,
      is_mine: false,
    });
    assert.deepEqual(
      (await business.eventsOf("proposal", answer.approval_id)).map(({ kind }) => kind),
      ["approval.pending"],
    );
  });

  test("of many facts only the first are listed, with the total count", async () => {
    const business = await service.business();
    const dropoff = { line1: "Street 1", city: "Brasília", country: "BR", lat: -15.8, lng: -47.9 };
    await business.as("employee")(proposeWrite, {
      tool: "bulk_create_orders",
      arguments: { orders: Array.from({ length: 25 }, () => ({ dropoff })) },
    });
    const { approvals } = await business.as("client_admin")(listApprovals, {});
    const preview = approvals[0]?.preview as { would_emit: unknown[]; would_emit_total: number };
    assert.deepEqual([preview.would_emit.length, preview.would_emit_total], [20, 25]);
  });

  test("refuses what cannot be proposed: reads, sign-in, secrets, approvals, unknown names, invalid arguments", async () => {
    const business = await service.business();
    const propose = (named: object) =>
      refusalOf(business.as("employee")(proposeWrite, { arguments: {}, ...named } as never)).then(
        (refusal) => refusal.code,
      );
    assert.equal(await propose({ tool: "get_orders" }), "not_proposable");
    assert.equal(
      await propose({ tool: "approve_pending_write", arguments: { approval_id: 1 } }),
      "not_proposable",
    );
    assert.equal(await propose({ operation: "userTokenCreate", arguments: { name: "x" } }), "not_proposable");
    assert.equal(await propose({ tool: "no_such_tool" }), "unknown_tool");
    assert.equal(await propose({ tool: "cancel_order" }), "invalid_request");
    assert.equal(await propose({ tool: "cancel_order", operation: "x" }), "invalid_request");
    assert.equal((await business.as("client_admin")(listApprovals, {})).total, 0);
  });

  test("a token without the tool's scopes may propose but is shown neither preview nor whether it would be refused", async () => {
    const business = await service.business();
    const order = await business.order();
    const reader = await createToken(await business.person("employee"), "support", [
      "orders:read",
      "approvals:read",
    ]);
    for (const order_id of [order.id, 2_000_000]) {
      const result = await service.call(reader, proposeWrite, { ...CANCEL, arguments: { order_id } });
      assert(result.kind === "done");
      assert.equal(result.answer["preview"], null);
    }
    const shown = await service.call(reader, listApprovals, {});
    assert(shown.kind === "done");
    const own = shown.answer["approvals"] as { preview: unknown; can_approve: boolean; arguments: unknown }[];
    assert.deepEqual(
      own.map(({ preview, can_approve }) => [preview, can_approve]),
      [
        [null, false],
        [null, false],
      ],
    );
    assert.deepEqual(own[1]?.arguments, { order_id: order.id });
    const refusal = await refusalOf(
      business.as("employee")(proposeWrite, { ...CANCEL, arguments: { order_id: 2_000_000 } }),
    );
    assert.equal(refusal.status, 404);
  });

  test("the same write proposed again supersedes the pending one", async () => {
    const business = await service.business();
    const order = await business.order();
    const first = await createProposal(business, order.id);
    const second = await createProposal(business, order.id);
    const { approvals } = await business.as("client_admin")(listApprovals, {});
    assert.deepEqual(
      approvals.map(({ approval_id }) => approval_id),
      [second],
    );
    assert.equal(
      (await business.as("client_admin")(getApproval, { approval_id: first })).approval.state,
      "superseded",
    );
  });

  test("a high-risk call with the approval header becomes a proposal, and an approval never does", async () => {
    const business = await service.business();
    const order = await business.order();
    const agent = { confirm: true, require_approval: true, scopes: null, tool: "cancel_order" };
    const { actor } = await business.person("employee");
    const cancel = service.runtime.registry.get("clientOrderCancel");
    const queued = await service.call(actor, cancel, { order_id: order.id }, { agent });
    assert.equal(queued.kind, "proposed");
    assert.equal(await business.statusOf(order.id), "NEW_ORDER");
    const approval_id = queued.kind === "proposed" ? queued.approval_id : 0;
    const approved = await service.call(
      (await business.person("client_admin")).actor,
      approveProposal,
      { approval_id },
      {
        agent: { ...agent, tool: "approve_pending_write" },
      },
    );
    assert.equal(approved.kind, "done");
    assert.equal(await business.statusOf(order.id), "CANCELLED");
  });

  test("another business's proposal is not found, and customers see only their own", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const approval_id = await createProposal(business, (await business.order()).id);
    const customer = await business.customer();
    for (const call of [other.as("client_admin"), customer.person.call]) {
      assert.equal((await refusalOf(call(getApproval, { approval_id }))).status, 404);
      assert.equal((await refusalOf(call(approveProposal, { approval_id }))).status, 404);
      assert.equal((await call(listApprovals, { approval_id })).total, 0);
    }
  });
});

describe("what an approved write creates", () => {
  /** Proposed by this user, approved by the administrator; returns the proposal as the proposer sees it. */
  async function approvedFor(business: TestBusiness, person: TestPerson, operation: string, input: object) {
    const { approval_id } = await person.call(proposeWrite, { operation, arguments: { ...input } });
    const { result } = await business.as("client_admin")(approveProposal, { approval_id });
    const { approval } = await person.call(getApproval, { approval_id });
    assert.equal(result, approval.refusal === null);
    return approval;
  }

  test("belongs to the proposer: a customer's address and file, a contractor's route", async () => {
    const business = await service.business();
    const [customer, contractor] = [await business.customer(), await business.contractor()];
    const entry = await approvedFor(business, customer.person, "addressbookEntryCreate", { place: dropoff });
    const file = await approvedFor(business, customer.person, "fileUpload", {
      content_base64: Buffer.from("%PDF-1.4 x").toString("base64"),
      content_type: "application/pdf",
      name: "letter.pdf",
    });
    const route = await approvedFor(business, contractor.person, "clientRouteCreate", {});
    const rows = await service.system.row(
      `select (select customer_id from address_entry where business_id = $1) as entry_of,
         (select uploaded_by from file where business_id = $1) as file_of,
         (select contractor_id from route where business_id = $1) as route_of,
         (select created_by from route where business_id = $1) as route_made_by`,
      [business.id],
    );
    assert.deepEqual(rows, {
      entry_of: customer.id,
      file_of: customer.person.account_id,
      route_of: contractor.id,
      route_made_by: contractor.person.account_id,
    });
    for (const { state, answer } of [entry, file, route]) {
      assert.equal(state, "executed");
      assert.notEqual(answer, null);
    }
  });

  test("is refused with what the proposer may see: an unassigned order is not found for a contractor", async () => {
    const business = await service.business();
    const { person, id } = await business.contractor();
    const driver = await business.driver({ contractor_id: id });
    const order = await business.order();
    const input = { order_ids: [order.id], driver_id: driver.id };
    const direct = await person.call(
      service.runtime.registry.get("clientOrdersBulkAssign") as never,
      input as never,
    );
    const { answer } = await approvedFor(business, person, "clientOrdersBulkAssign", input);
    assert.deepEqual(answer, direct);
  });

  test("shows prices to a reviewer who may see them, and hides them from a proposer who may not see them", async () => {
    const business = await service.business();
    const { person } = await business.customer({ hidden_price_families: ["local_delivery"] });
    await business.as("client_admin")(
      service.runtime.registry.get("clientPriceListCreate") as never,
      {
        name: "Flat",
        rules: [{ name: "Flat", base_minor: 777_123 }],
        is_default: true,
      } as never,
    );
    const proposal = await person.call(proposeWrite, {
      operation: "clientOrderRate",
      arguments: { dropoff },
    });
    const { approval_id } = proposal;
    const admin = business.as("client_admin");
    const before = await admin(getApproval, { approval_id });
    const decided = await admin(approveProposal, { approval_id });
    const shown = await person.call(getApproval, { approval_id });
    for (const text of [before.approval.preview, decided.approval.answer])
      assert.match(JSON.stringify(text), /777123/);
    for (const text of [proposal.preview, shown.approval.preview, shown.approval.answer]) {
      assert.match(JSON.stringify(text), /price_hidden/);
      assert.doesNotMatch(JSON.stringify(text), /777123/);
    }
  });
});

describe("a proposer whose account changed", () => {
  /** An order to cancel, proposed by an employee created for it. */
  async function waiting(permissions: string[] = []) {
    const business = await service.business();
    const person = await business.person("employee", "Proposer");
    await service.system.execute("update account set permissions = $2 where id = $1", [
      person.account_id,
      permissions,
    ]);
    service.runtime.authentication.clearCache();
    const order = await business.order();
    const { approval_id } = await person.call(proposeWrite, { ...CANCEL, arguments: { order_id: order.id } });
    return { business, person, order, approval_id };
  }
  const change = (account_id: number, set: string) =>
    service.system.execute(`update account set ${set} where id = $1`, [account_id]);

  test("fails the proposal: disabled, in another role, without a permission that it had", async () => {
    for (const [set, code] of [
      ["status = 'disabled'", "PROPOSER_GONE"],
      ["role = 'client_admin'", "PROPOSER_CHANGED"],
      ["permissions = '{orders:read,approvals:read}'", "PROPOSER_NOT_PERMITTED"],
      ["permissions = '{orders:read,orders:write}'", "PROPOSER_NOT_PERMITTED"],
    ] as const) {
      const { business, person, order, approval_id } = await waiting();
      await change(person.account_id, set);
      const { result, approval } = await business.as("client_admin")(approveProposal, { approval_id });
      assert.equal(result, false, set);
      assert.equal(approval.state, "execution_failed");
      assert.equal(approval.refusal?.error_code, code);
      assert.equal(await business.statusOf(order.id), "NEW_ORDER");
      const again = await refusalOf(business.as("client_admin")(approveProposal, { approval_id }));
      assert.equal(again.code, "already_decided");
    }
  });

  test("a permission that it never had is provided by the reviewer", async () => {
    const { business, order, approval_id } = await waiting(["orders:read", "approvals:read"]);
    assert.equal((await business.as("client_admin")(approveProposal, { approval_id })).result, true);
    assert.equal(await business.statusOf(order.id), "CANCELLED");
  });

  test("an operation of another role cannot be proposed, but an employee may propose an administrator's", async () => {
    const business = await service.business();
    const order = await business.order();
    const [customer, contractor] = [await business.customer(), await business.contractor()];
    const assign = {
      operation: "assignOrdersToBroker",
      arguments: { order_ids: [order.id], broker_id: contractor.person.account_id },
    };
    for (const { person } of [customer, contractor]) {
      const refusal = await refusalOf(person.call(proposeWrite, assign));
      assert.equal(refusal.status, 403);
      assert.match(refusal.message, /assignOrdersToBroker is not for the role/);
    }
    const { approval_id } = await business.as("employee")(proposeWrite, assign);
    assert.equal((await business.as("client_admin")(approveProposal, { approval_id })).result, true);
  });
});

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
    assert.equal(await business.statusOf(order.id), "CANCELLED");
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
    const shown = await business.as("employee")(listApprovals, { approval_id });
    assert.equal(shown.approvals[0]?.state, "executed");
    assert.notEqual(shown.approvals[0]?.answer, null);
    const kinds = (await business.eventsOf("proposal", approval_id)).map(({ kind }) => kind);
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
    const agent = await createToken(person, "ops-write", [...service.runtime.registry.scopes.words]);
    const result = await service.call(agent, proposeWrite, { ...CANCEL, arguments: { order_id: order.id } });
    const approval_id = readApproval(result);
    const refusal = await refusalOf(service.call(agent, approveProposal, { approval_id }));
    assert.equal(refusal.code, "same_reviewer");
    assert.equal(refusal.status, 403);
    assert.equal(await business.statusOf(order.id), "NEW_ORDER");
    const { approve_url, poll } = result.kind === "done" ? result.answer : {};
    assert.equal(approve_url, `http://localhost:8080/mcp-approvals?approval_id=${approval_id}`);
    assert.deepEqual(poll, { tool: "list_pending_approvals", arguments: { approval_id } });
    await person.call(approveProposal, { approval_id });
    assert.equal(await business.statusOf(order.id), "CANCELLED");
  });

  test("two agents never approve each other's: a signed-in person must, and sees what else waits", async () => {
    const business = await service.business();
    const person = await business.person("client_admin");
    const one = await createToken(person, null, null);
    const other = await createToken(await business.person("employee"), "ops-write", null);
    const order = await business.order();
    const result = await service.call(one, proposeWrite, { ...CANCEL, arguments: { order_id: order.id } });
    const approval_id = readApproval(result);
    const second = await service.call(other, proposeWrite, {
      tool: "update_order_note",
      arguments: { order_id: order.id, note: "ring twice" },
    });
    for (const agent of [one, other]) {
      const refusal = await refusalOf(service.call(agent, approveProposal, { approval_id }));
      assert.equal(refusal.code, "same_reviewer");
      assert.deepEqual(refusal.extra?.["approval_separation"], "person");
      assert.match(String(refusal.extra?.["approve_url"]), /\/mcp-approvals\?approval_id=/);
    }
    const shown = await person.call(getApproval, { approval_id });
    assert.deepEqual(shown.approval.waits_with, [readApproval(second)]);
    assert.equal(shown.approval.can_approve, true);
    const [change] = (shown.approval.preview as { changes: { before: object; after: object }[] }).changes;
    assert.partialDeepStrictEqual(change, {
      before: { status: "NEW_ORDER" },
      after: { status: "CANCELLED" },
    });
    await person.call(approveProposal, { approval_id });
    assert.equal(await business.statusOf(order.id), "CANCELLED");
  });

  test("with different_user another user must approve; with none the same token may", async () => {
    const strict = await service.business({ settings: { approval_separation: "different_user" } });
    const own = await strict.as("client_admin")(proposeWrite, {
      ...CANCEL,
      arguments: { order_id: (await strict.order()).id },
    });
    const refusal = await refusalOf(
      strict.as("client_admin")(approveProposal, { approval_id: own.approval_id }),
    );
    assert.equal(refusal.code, "same_reviewer");
    assert.equal(
      (await strict.as("employee")(approveProposal, { approval_id: own.approval_id })).result,
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
    const token = await createToken(await business.person("client_admin"), null, [
      "approvals:read",
      "approvals:write",
      "orders:read",
    ]);
    assert.equal(
      (await refusalOf(service.call(token, approveProposal, { approval_id }))).code,
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
    const of_connection = await refusalOf(narrowed);
    assert.equal(of_connection.code, "scope_missing");
    assert.match(of_connection.message, /^This connection was narrowed/);
    assert.equal(await business.statusOf(order.id), "NEW_ORDER");
  });

  test("an expired proposal is neither approved nor rejected, reads as expired, and is marked when it is due", async () => {
    const business = await service.business();
    const order = await business.order();
    const approval_id = await createProposal(business, order.id);
    service.advance(8 * 24 * 3600 * 1000);
    try {
      for (const operation of [approveProposal, rejectProposal]) {
        assert.equal(
          (await refusalOf(business.as("client_admin")(operation, { approval_id }))).code,
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
      const kinds = (await business.eventsOf("proposal", approval_id)).map(({ kind }) => kind);
      assert.deepEqual(kinds, ["approval.pending", "approval.expired"]);
    } finally {
      service.advance(-8 * 24 * 3600 * 1000);
    }
    assert.equal(await business.statusOf(order.id), "NEW_ORDER");
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
    const refusal = await refusalOf(business.as("client_admin")(approveProposal, { approval_id }));
    assert.equal(refusal.code, "target_changed");
    assert.equal(refusal.status, 409);
    assert.equal(await business.statusOf(order.id), "HOLD");
    assert.equal((await business.as("client_admin")(getApproval, { approval_id })).approval.state, "pending");
  });

  test("a refused write is rolled back and stored as execution_failed", async () => {
    const business = await service.business();
    const order = await business.order();
    // Proposed by a token that may not see the preview, while the proposer cannot see the order yet.
    const reader = await createToken(await business.person("employee"), "support", ["approvals:read"]);
    const result = await service.call(reader, proposeWrite, {
      ...CANCEL,
      arguments: { order_id: 2_000_000 },
    });
    const approval_id = readApproval(result);
    const answer = await business.as("client_admin")(approveProposal, { approval_id });
    assert.equal(answer.result, false);
    assert.equal(answer.approval.state, "execution_failed");
    assert.equal(answer.approval.refusal?.error_code, "NOT_FOUND");
    assert.equal(await business.statusOf(order.id), "NEW_ORDER");
    assert.equal(
      (await refusalOf(business.as("client_admin")(approveProposal, { approval_id }))).code,
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
            throw refuse("too_late");
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
    assert.deepEqual(await business.eventsOf("counter", business.id), []);
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
      (await business.eventsOf("label", business.id)).map(({ kind }) => kind),
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
      (await refusalOf(business.as("client_admin")(approveProposal, { approval_id }))).code,
      "digest_mismatch",
    );
    assert.equal(await business.statusOf(other.id), "NEW_ORDER");
  });

  test("rejecting executes nothing and is final", async () => {
    const business = await service.business();
    const order = await business.order();
    const approval_id = await createProposal(business, order.id);
    const { approval } = await business.as("client_admin")(rejectProposal, { approval_id, note: "No." });
    assert.partialDeepStrictEqual(approval, { state: "rejected", decision_note: "No." });
    assert.equal(
      (await refusalOf(business.as("client_admin")(approveProposal, { approval_id }))).code,
      "already_decided",
    );
    assert.equal(await business.statusOf(order.id), "NEW_ORDER");
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
    assert.equal(await business.statusOf(order.id), "NEW_ORDER");
    assert.equal((await business.as("client_admin")(getApproval, { approval_id })).approval.state, "pending");
  });
});

test("what a customer proposed is its own, whoever approves it", async () => {
  const business = await service.business();
  const [customer, other] = [await business.customer(), await business.customer()];
  const order = (more = {}) => ({ operation: "clientOrderCreate", arguments: { dropoff, ...more } });
  const named = customer.person.call(proposeWrite, order({ customer_id: other.id }));
  assert.equal((await refusalOf(named)).status, 404);
  const { approval_id } = await customer.person.call(proposeWrite, order());
  await business.as("client_admin")(approveProposal, { approval_id });
  assert.equal((await customer.person.http("GET", "/api/v1/client/orders")).body.total, 1);
  assert.equal((await other.person.http("GET", "/api/v1/client/orders")).body.total, 0);
});
