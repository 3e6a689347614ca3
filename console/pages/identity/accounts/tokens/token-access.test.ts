import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentTool, Overview } from "../../agents/queries.ts";
import { computeTokenAccess, findProfileScopes } from "./token-access.ts";

const tool = (name: string, more: Partial<AgentTool>): AgentTool => ({
  name,
  title: name,
  effect: "read",
  risk: "low",
  scopes: [],
  roles: ["client_admin", "employee"],
  servers: ["user"],
  ...more,
});

const overview: Overview = {
  tools: [
    tool("track", { roles: null }),
    tool("list", { scopes: ["orders:read"] }),
    tool("create", { scopes: ["orders:write"], effect: "write", risk: "medium" }),
    tool("cancel", { scopes: ["orders:write"], effect: "write", risk: "high" }),
    tool("disclose", { scopes: ["labels:write"], risk: "high" }),
    tool("both", { scopes: ["orders:read", "routes:read"] }),
    tool("run", { effect: "write", risk: "high", roles: null }),
    tool("own", { scopes: ["orders:read"], roles: ["customer"] }),
  ],
  profiles: [
    { name: "support", scopes: ["orders:read"] },
    { name: "full", scopes: ["*"] },
  ],
};
const account = { role: "client_admin", permissions: ["orders:read", "orders:write", "routes:read"] };

function names(scopes: readonly string[] | null, of = account) {
  const { reads, writes, high, permissions } = computeTokenAccess(overview, scopes, of);
  return [reads, writes, high].map((some) => some.map(({ name }) => name)).concat([[...permissions]]);
}

test("a token reaches the tools of which it and its account have every scope, each counted once, and what runs others is as risky as these", () => {
  assert.deepEqual(names([]), [["track", "run"], [], [], []]);
  assert.deepEqual(names(["orders:read"]), [["track", "list", "run"], [], [], ["orders:read"]]);
  assert.deepEqual(names(["orders:write", "labels:write"]), [
    ["track"],
    ["create"],
    ["cancel", "run"],
    ["orders:write"],
  ]);
  const all = [["track", "list", "both"], ["create"], ["cancel", "run"], account.permissions];
  assert.deepEqual(names(null), all);
  assert.deepEqual(names(["*"]), all);
  assert.deepEqual(names(null, { role: "customer", permissions: ["orders:read"] }), [
    ["track", "own", "run"],
    [],
    [],
    ["orders:read"],
  ]);
});

test("a profile has its scopes, the full one every scope of the account, an unknown one none", () => {
  assert.deepEqual(findProfileScopes(overview, "support"), ["orders:read"]);
  assert.equal(findProfileScopes(overview, "full"), null);
  assert.deepEqual(findProfileScopes(overview, "other"), []);
});
