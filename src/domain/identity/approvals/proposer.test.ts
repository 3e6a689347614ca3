import assert from "node:assert/strict";
import { test } from "node:test";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { PENDING_MAX } from "#operation/approval/proposals.ts";
import { createToken } from "#tests/support/approvals.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { approveProposal } from "./operations/approve-proposal.ts";
import { proposeWrite } from "./operations/propose-write.ts";

const service = await testService();

const FULL = ["orders:read", "orders:write", "approvals:read"];

/** An order that the token of an employee proposed to cancel. */
async function proposeByToken(business: TestBusiness, scopes: readonly string[] | null = FULL) {
  const employee = await business.person("employee");
  const actor = await createToken(service, employee, null, scopes);
  const order = await business.order();
  const proposed = await service.call(actor, proposeWrite, {
    tool: "cancel_order",
    arguments: { order_id: order.id },
  });
  assert(proposed.kind === "done");
  const approve = () =>
    business.as("client_admin")(approveProposal, { approval_id: Number(proposed.answer["approval_id"]) });
  return { employee, token_id: actor.token_id ?? 0, order, approve };
}

const setToken =
  (set: string) =>
  (_business: TestBusiness, { token_id }: { token_id: number }) =>
    service.system.execute(`update access_token set ${set} where id = $1`, [token_id]);
const setAccount =
  (set: string) =>
  (_business: TestBusiness, { employee }: Awaited<ReturnType<typeof proposeByToken>>) =>
    service.system.execute(`update account set ${set} where id = $1`, [employee.account_id]);

type Change = (
  business: TestBusiness,
  proposed: Awaited<ReturnType<typeof proposeByToken>>,
) => Promise<unknown>;

const CASES: [what: string, change: Change, code: string | null, scopes?: readonly string[] | null][] = [
  ["nothing", async () => {}, null],
  ["the token is revoked", setToken("revoked_at = now()"), "PROPOSER_TOKEN_ENDED"],
  ["the token expires", setToken("expires_at = now() - interval '1 minute'"), "PROPOSER_TOKEN_ENDED"],
  [
    "the token expires, and its client can refresh it",
    setToken("expires_at = now() - interval '1 minute', refreshable_until = now() + interval '1 day'"),
    null,
  ],
  [
    "the token is deleted",
    async (_b, { token_id }) => service.system.execute("delete from access_token where id = $1", [token_id]),
    "PROPOSER_TOKEN_ENDED",
  ],
  ["its scopes shrink", setToken("scopes = '{orders:read,approvals:read}'"), "PROPOSER_TOKEN_NARROWED"],
  [
    "it may not propose any more",
    setToken("scopes = '{orders:read,orders:write}'"),
    "PROPOSER_TOKEN_NARROWED",
  ],
  ["a token that never could use the tool stays as it is", async () => {}, null, ["approvals:read"]],
  [
    "a token of all scopes loses them",
    setToken("scopes = '{approvals:read}'"),
    "PROPOSER_TOKEN_NARROWED",
    null,
  ],
  [
    "the account is disabled",
    (business, { employee }) =>
      business.as("client_admin")(updateEmployee, { employee_id: employee.account_id, status: "disabled" }),
    "PROPOSER_GONE",
  ],
  [
    "the account loses the permission",
    (business, { employee }) =>
      business.as("client_admin")(updateEmployee, {
        employee_id: employee.account_id,
        permissions: ["orders:read", "approvals:read"],
      }),
    "PROPOSER_NOT_PERMITTED",
  ],
  [
    "the account becomes a customer's",
    setAccount("role = 'customer', preset = null, permissions = '{}'"),
    "PROPOSER_CHANGED",
  ],
];

test("what a token proposed is executed while token and account may still do it, and else refused with the reason", async () => {
  for (const [what, change, code, scopes] of CASES) {
    const business = await service.business();
    const proposed = await proposeByToken(business, scopes);
    await change(business, proposed);
    service.runtime.authentication.clearCache();
    const { result, approval } = await proposed.approve();
    assert.deepEqual([result, approval.refusal?.["error_code"] ?? null], [code === null, code], what);
    assert.equal(
      await business.readStatus(proposed.order.id),
      code === null ? "CANCELLED" : "NEW_ORDER",
      what,
    );
    assert.equal(approval.state, code === null ? "executed" : "execution_failed", what);
    if (code !== null) assert.match(String(approval.refusal?.["message"]), /\w{4}.*\./, what);
  }
});

test("a token that is revoked while its proposal is approved is seen in the transaction, or revoked after it", async () => {
  for (let round = 0; round < 4; round += 1) {
    const business = await service.business();
    const { approve, token_id, order } = await proposeByToken(business);
    const revoked = service.system.row<{ at: string }>(
      "update access_token set revoked_at = clock_timestamp() where id = $1 returning revoked_at as at",
      [token_id],
    );
    const [{ result }] = await Promise.all([approve(), revoked]);
    assert.equal(await business.readStatus(order.id), result ? "CANCELLED" : "NEW_ORDER");
  }
});

test("an account has a limited number of pending proposals; the same write proposed again counts once", async () => {
  const business = await service.business();
  const person = await business.person("employee");
  const { id: order_id } = await business.order();
  const propose = (reason: string, more: Record<string, unknown> = {}) =>
    person.call(proposeWrite, { tool: "update_order_note", arguments: { order_id, note: reason, ...more } });
  const { approval_id } = await propose("0");
  await service.system.execute(
    `insert into proposal (business_id, operation, arguments, digest, targets, proposed_by, proposed_at, expires_at, proposed_as)
     select business_id, operation, arguments, 'd' || n, '[]', proposed_by, proposed_at, expires_at, proposed_as
       from proposal, generate_series(2, $2) n where id = $1`,
    [approval_id, PENDING_MAX],
  );
  const { status, code, message } = await catchRefusal(propose("1"));
  assert.deepEqual([status, code], [429, "too_many_pending"]);
  assert.match(message, /approved or rejected/);
  await propose("0");
  const other = await business.person("client_admin");
  await other.call(proposeWrite, { tool: "update_order_note", arguments: { order_id, note: "other" } });
  await service.system.execute(
    "update proposal set state = 'rejected' where business_id = $1 and digest = 'd2'",
    [business.id],
  );
  await propose("1");
});
