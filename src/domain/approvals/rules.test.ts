import assert from "node:assert/strict";
import { test } from "node:test";
import { isSeparate, separationOf, stateAt } from "./rules.ts";

test("without a setting, proposals of tokens made with a profile need another token", () => {
  assert.equal(separationOf(undefined, null), "none");
  assert.equal(separationOf(undefined, "ops-write"), "different_token");
  assert.equal(separationOf("none", "ops-write"), "none");
  assert.equal(separationOf("different_user", null), "different_user");
  assert.equal(separationOf("nonsense", "support"), "different_token");
});

test("who is separate enough from the proposer", () => {
  const proposal = { proposed_by: 7, proposed_token: 70, proposed_profile: null };
  const cases = [
    ["none", 7, 70, true],
    ["different_token", 7, 70, false],
    ["different_token", 7, 71, true],
    ["different_token", 8, null, false],
    ["different_user", 7, 71, false],
    ["different_user", 8, 80, true],
    ["different_user", null, null, false],
  ] as const;
  for (const [separation, account_id, token_id, expected] of cases) {
    assert.equal(
      isSeparate(separation, proposal, { account_id, token_id }),
      expected,
      `${separation} ${account_id} ${token_id}`,
    );
  }
});

test("a pending proposal is expired from the end of its life on; a decided one stays as it is", () => {
  const end = "2026-11-27T12:00:00.000Z";
  assert.equal(stateAt("pending", end, new Date("2026-11-27T11:59:59.999Z")), "pending");
  assert.equal(stateAt("pending", end, new Date(end)), "expired");
  assert.equal(stateAt("executed", end, new Date("2027-01-01T00:00:00Z")), "executed");
});
