import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseSeparation, computeState, decideProposerRefusal, isSeparate, mayPropose } from "./rules.ts";

test("without a setting, proposals of API tokens need a person", () => {
  const by = (by_api_token: boolean | undefined, proposed_profile: string | null = null) => ({
    proposed_profile,
    proposed_as: by_api_token === undefined ? null : { by_api_token },
  });
  assert.equal(chooseSeparation(undefined, by(false)), "none");
  assert.equal(chooseSeparation(undefined, by(true)), "person");
  assert.equal(chooseSeparation("none", by(true)), "none");
  assert.equal(chooseSeparation("different_user", by(false)), "different_user");
  assert.equal(chooseSeparation("nonsense", by(true, "support")), "person");
  assert.equal(chooseSeparation(undefined, by(undefined, "support")), "person", "stored before");
});

test("which reviewers are separate from the proposer", () => {
  const proposal = { proposed_by: 7, proposed_token: 70, proposed_profile: null };
  const cases = [
    ["none", 7, 70, true],
    ["different_token", 7, 70, false],
    ["different_token", 7, 71, true],
    ["different_token", 8, null, false],
    ["person", 7, 70, true, true],
    ["person", 8, 80, false],
    ["different_user", 7, 71, false],
    ["different_user", 8, 80, true],
    ["different_user", null, null, false],
  ] as const;
  for (const [separation, account_id, token_id, expected, is_signed_in = false] of cases) {
    assert.equal(
      isSeparate(separation, proposal, { account_id, token_id, is_signed_in }),
      expected,
      `${separation} ${account_id} ${token_id}`,
    );
  }
});

test("a pending proposal is expired once its time has passed; a decided one keeps its state", () => {
  const end = "2026-11-27T12:00:00.000Z";
  assert.equal(computeState("pending", end, new Date("2026-11-27T11:59:59.999Z")), "pending");
  assert.equal(computeState("pending", end, new Date(end)), "expired");
  assert.equal(computeState("executed", end, new Date("2027-01-01T00:00:00Z")), "executed");
});

test("a role may propose its own operations; people of the business also those of their other roles", () => {
  const cases = [
    ["customer", ["client_admin", "customer"], true],
    ["customer", ["client_admin", "employee"], false],
    ["broker_employee", ["client_admin"], false],
    ["employee", ["client_admin"], true],
    ["client_admin", ["employee"], true],
    ["client_admin", ["broker_employee"], false],
    ["employee", ["platform_admin"], false],
    [null, ["customer"], false],
  ] as const;
  for (const [role, roles, expected] of cases)
    assert.equal(mayPropose(role, { roles, scopes: [] }), expected, `${role} ${roles}`);
  assert.equal(mayPropose("customer", { public: true }), false);
});

test("a proposal runs while its proposer is unchanged and has the same permissions", () => {
  const access = { roles: ["customer"], scopes: [] } as const;
  const then = {
    role: "customer",
    customer_id: 3,
    contractor_id: null,
    warehouse_ids: [],
    driver_id: null,
    may_use: true,
  } as const;
  const now = { account: then, may_use: true, may_propose: true };
  const cases = [
    [then, now, null],
    [then, { ...now, account: undefined }, "gone"],
    [then, { ...now, account: { ...then, customer_id: 4 } }, "changed"],
    [then, { ...now, account: { ...then, role: "employee" as const } }, "changed"],
    [then, { ...now, may_use: false }, "not_permitted"],
    [{ ...then, may_use: false }, { ...now, may_use: false }, null],
    [then, { ...now, may_propose: false }, "not_permitted"],
    [null, now, null],
    [null, { ...now, account: { ...then, role: "driver" as const } }, "not_permitted"],
  ] as const;
  for (const [before, after, expected] of cases)
    assert.equal(decideProposerRefusal(before, after, access), expected, JSON.stringify(after));
});
