import assert from "node:assert/strict";
import { test } from "node:test";
import { PUBLISHED_SCOPES, type Scope } from "#vocabulary/scopes.ts";
import type { Operation } from "../define/define.ts";
import { errorBody, Refusal } from "../define/refusal.ts";
import { buildSettingCatalogue } from "../define/settings.ts";
import { type Actor, ANONYMOUS } from "./actor.ts";
import { authorize } from "./authorize.ts";

const operation = (facts: Partial<Operation>) =>
  ({ name: "test", access: { roles: ["client_admin"], scopes: ["orders:write"] }, ...facts }) as Operation;

const admin: Actor = {
  ...ANONYMOUS,
  kind: "user",
  business_id: 1,
  role: "client_admin",
  permissions: new Set(PUBLISHED_SCOPES),
  token_scopes: null,
  business: {
    id: 1,
    code: "one",
    name: "One",
    time_zone: "UTC",
    currency: "EUR",
    country: "",
    locale: "en",
    features: new Set(),
    modules: new Set(),
    settings: buildSettingCatalogue([]).resolve(null),
  },
};

const installed = new Set(["contractor_assignment"]);

function refused(
  facts: Partial<Operation>,
  actor: Actor,
  scopes: ReadonlySet<Scope> | null = null,
): Refusal | null {
  try {
    authorize(operation(facts), actor, scopes, { has: (name) => installed.has(name) });
    return null;
  } catch (error) {
    assert(error instanceof Refusal);
    return error;
  }
}

test("an anonymous caller is refused with 401 before any other check", () => {
  assert.equal(refused({ feature: "order_chat", module: "contractor_assignment" }, ANONYMOUS)?.status, 401);
  assert.equal(refused({ access: { public: true } }, ANONYMOUS), null);
});

test("a disabled feature family is refused with 409 and exactly the contract's body, before the role is checked", () => {
  const refusal = refused({ feature: "order_chat" }, { ...admin, role: "driver" });
  assert.equal(refusal?.status, 409);
  assert.deepEqual(refusal && errorBody(refusal, "request"), { result: false, feature_enabled: false });
});

test("a module that is not licensed is refused with 403, before the role is checked", () => {
  const refusal = refused({ module: "contractor_assignment" }, { ...admin, role: "driver" });
  assert.deepEqual([refusal?.status, refusal?.error_code], [403, "MODULE_OFF"]);
});

test("a licensed module without its tables is refused with 503; without the licence it is still 403", () => {
  const licensed = {
    ...admin,
    role: "driver",
    business: { ...admin.business, modules: new Set(["contractor_assignment"]) },
  } as Actor;
  installed.clear();
  try {
    const refusal = refused({ module: "contractor_assignment" }, licensed);
    assert.deepEqual([refusal?.status, refusal?.error_code], [503, "MODULE_UNAVAILABLE"]);
    assert.equal(refused({ module: "contractor_assignment" }, admin)?.status, 403);
    assert.equal(refused({ module: "contractor_assignment" }, ANONYMOUS)?.status, 401);
    assert.equal(refused({}, admin), null);
  } finally {
    installed.add("contractor_assignment");
  }
});

test("when module and feature are enabled, role, permission, token and connection must all allow the call", () => {
  const open = {
    ...admin,
    business: {
      ...admin.business,
      features: new Set(["order_chat"]),
      modules: new Set(["contractor_assignment"]),
    },
  } as Actor;
  assert.equal(refused({ feature: "order_chat", module: "contractor_assignment" }, open), null);
  assert.equal(refused({}, { ...admin, role: "driver" })?.error_code, "FORBIDDEN");
  assert.equal(refused({}, { ...admin, permissions: new Set() })?.error_code, "FORBIDDEN");
  const by_token = refused({}, { ...admin, token_scopes: new Set<Scope>(["orders:read"]) });
  assert.deepEqual([by_token?.status, by_token?.error_code], [403, "SCOPE_MISSING"]);
  assert.match(by_token?.headers["www-authenticate"] ?? "", /insufficient_scope.*orders:write/);
  assert.equal(refused({}, admin, new Set<Scope>(["orders:read"]))?.error_code, "SCOPE_MISSING");
  assert.equal(refused({}, admin, new Set<Scope>(["orders:write"])), null);
});
