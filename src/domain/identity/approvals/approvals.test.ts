import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createToken } from "#tests/support/approvals.ts";
import { catchRefusal, type TestBusiness, type TestPerson, testService } from "#tests/support/service.ts";
import { approveProposal } from "./operations/approve-proposal.ts";
import { getApproval } from "./operations/get-approval.ts";
import { listApprovals } from "./operations/list-approvals.ts";
import { proposeWrite } from "./operations/propose-write.ts";

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
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
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
      (await business.readEvents("proposal", answer.approval_id)).map(({ kind }) => kind),
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
    const propose = (tool_members: object) =>
      catchRefusal(business.as("employee")(proposeWrite, { arguments: {}, ...tool_members } as never)).then(
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
    const reader = await createToken(service, await business.person("employee"), "support", [
      "orders:read",
      "approvals:read",
    ]);
    for (const order_id of [order.id, 2_000_000]) {
      const result = await service.call(reader, proposeWrite, { ...CANCEL, arguments: { order_id } });
      assert(result.kind === "done");
      assert.equal(result.answer["preview"], null);
    }
    const approvals_answer = await service.call(reader, listApprovals, {});
    assert(approvals_answer.kind === "done");
    const own_approvals = approvals_answer.answer["approvals"] as {
      preview: unknown;
      can_approve: boolean;
      arguments: unknown;
    }[];
    assert.deepEqual(
      own_approvals.map(({ preview, can_approve }) => [preview, can_approve]),
      [
        [null, false],
        [null, false],
      ],
    );
    assert.deepEqual(own_approvals[1]?.arguments, { order_id: order.id });
    const refusal = await catchRefusal(
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
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
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
    assert.equal(await business.readStatus(order.id), "CANCELLED");
  });

  test("another business's proposal is not found, and customers see only their own", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const approval_id = await createProposal(business, (await business.order()).id);
    const customer = await business.customer();
    for (const call of [other.as("client_admin"), customer.person.call]) {
      assert.equal((await catchRefusal(call(getApproval, { approval_id }))).status, 404);
      assert.equal((await catchRefusal(call(approveProposal, { approval_id }))).status, 404);
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
    const approval_answer = await person.call(getApproval, { approval_id });
    for (const text of [before.approval.preview, decided.approval.answer])
      assert.match(JSON.stringify(text), /777123/);
    for (const text of [
      proposal.preview,
      approval_answer.approval.preview,
      approval_answer.approval.answer,
    ]) {
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
      assert.equal(await business.readStatus(order.id), "NEW_ORDER");
      const again = await catchRefusal(business.as("client_admin")(approveProposal, { approval_id }));
      assert.equal(again.code, "already_decided");
    }
  });

  test("a permission that it never had is provided by the reviewer", async () => {
    const { business, order, approval_id } = await waiting(["orders:read", "approvals:read"]);
    assert.equal((await business.as("client_admin")(approveProposal, { approval_id })).result, true);
    assert.equal(await business.readStatus(order.id), "CANCELLED");
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
      const refusal = await catchRefusal(person.call(proposeWrite, assign));
      assert.equal(refusal.status, 403);
      assert.match(refusal.message, /assignOrdersToBroker is not for the role/);
    }
    const { approval_id } = await business.as("employee")(proposeWrite, assign);
    assert.equal((await business.as("client_admin")(approveProposal, { approval_id })).result, true);
  });
});
