import assert from "node:assert/strict";
import { test } from "node:test";
import { computePermissions, type StoredPermissions } from "#operation/define/scopes.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import { DEFAULT_PERMISSIONS, decidePermissions, type RequestedPermissions } from "./rules.ts";

const set = (...words: Scope[]) => new Set(words);

const none: ReadonlySet<Scope> = new Set();
const no_roles = {
  platform_admin: none,
  client_admin: none,
  broker_employee: none,
  driver: none,
  customer: none,
};

function buildCatalogue(finance: ReadonlySet<Scope>) {
  return {
    grantable: set("orders:read", "orders:write", "analytics:read", "wms:read"),
    presets: { dispatcher: none, warehouse: none, counter: none, marketing: none, finance },
    roles: { ...no_roles, employee: set("orders:read", "orders:write") },
  };
}

const today = buildCatalogue(set("orders:read", "analytics:read"));
/** The same after an update whose new family adds to the preset. */
const later = buildCatalogue(set("orders:read", "analytics:read", "wms:read"));

const CASES: [RequestedPermissions, Partial<StoredPermissions>, string, string][] = [
  // Requested, stored, what that permits today and after the update.
  [{ permissions: null }, {}, "orders:read orders:write", "orders:read orders:write"],
  [{ preset: null }, {}, "orders:read orders:write", "orders:read orders:write"],
  [{ permissions: ["wms:read"] }, { permissions: ["wms:read"] }, "wms:read", "wms:read"],
  [
    { preset: null, permissions: ["orders:read", "analytics:read"] },
    { permissions: ["orders:read", "analytics:read"] },
    "analytics:read orders:read",
    "analytics:read orders:read",
  ],
  [
    { preset: "finance" },
    { preset: "finance" },
    "analytics:read orders:read",
    "analytics:read orders:read wms:read",
  ],
  [
    { preset: "finance", permissions: null },
    { preset: "finance" },
    "analytics:read orders:read",
    "analytics:read orders:read wms:read",
  ],
  [
    { preset: "finance", permissions: ["analytics:read", "orders:read"] },
    { preset: "finance" },
    "analytics:read orders:read",
    "analytics:read orders:read wms:read",
  ],
  [
    { preset: "finance", permissions: ["orders:read", "orders:write"] },
    { preset: "finance", permissions_added: ["orders:write"], permissions_removed: ["analytics:read"] },
    "orders:read orders:write",
    "orders:read orders:write wms:read",
  ],
];

test("a preset is stored with the differences and grows; an own selection and the default stay as they are", () => {
  for (const [requested, stored_permissions, permits, permits_later] of CASES) {
    const decided = decidePermissions(today.presets, requested);
    assert.deepEqual(decided, { ...DEFAULT_PERMISSIONS, ...stored_permissions }, JSON.stringify(requested));
    const effective = (catalogue: typeof today) =>
      [...computePermissions(catalogue, "employee", { ...DEFAULT_PERMISSIONS, ...decided })].sort().join(" ");
    assert.equal(effective(today), permits, JSON.stringify(requested));
    assert.equal(effective(later), permits_later, JSON.stringify(requested));
  }
  assert.equal(decidePermissions(today.presets, {}), undefined);
});

test("what was removed stays removed, and words that do not exist permit nothing", () => {
  const stored_permissions = {
    ...DEFAULT_PERMISSIONS,
    preset: "finance" as const,
    permissions_removed: ["wms:read"],
  };
  assert.deepEqual([...computePermissions(later, "employee", stored_permissions)].sort(), [
    "analytics:read",
    "orders:read",
  ]);
  const gone = {
    ...DEFAULT_PERMISSIONS,
    preset: "finance" as const,
    permissions_added: ["gone:read", "platform:admin"],
  };
  assert.deepEqual([...computePermissions(today, "employee", gone)].sort(), [
    "analytics:read",
    "orders:read",
  ]);
});
