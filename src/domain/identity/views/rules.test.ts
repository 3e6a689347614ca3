import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#vocabulary/roles.ts";
import { canChangeView, canSeeView } from "./rules.ts";

for (const [role, account_id, shared, sees, changes] of [
  ["employee", 1, false, true, true],
  ["employee", 2, false, false, false],
  ["employee", 2, true, true, false],
  ["client_admin", 2, false, false, false],
  ["client_admin", 2, true, true, true],
  ["customer", 2, true, false, false],
  ["broker_employee", 2, true, false, false],
  ["customer", 1, false, true, true],
] as [Role, number, boolean, boolean, boolean][]) {
  test(`${role} ${account_id === 1 ? "with an own" : "with another's"} ${shared ? "shared" : "private"} view`, () => {
    const view = { account_id: 1, shared };
    assert.equal(canSeeView({ account_id, role }, view), sees);
    assert.equal(canChangeView({ account_id, role }, view), changes);
  });
}
