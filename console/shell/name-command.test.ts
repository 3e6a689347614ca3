import assert from "node:assert/strict";
import { test } from "node:test";
import type { Me } from "../api/session.ts";
import type { PageCommand } from "../parts/commands.ts";
import { nameCommand, type Operations } from "./name-command.ts";

const operations = {
  clientOrderHold: {
    title: "Hold an order",
    roles: ["client_admin", "employee"],
    scopes: ["orders:write"],
  },
  assignOrdersToBroker: {
    title: "Assign orders to a contractor",
    roles: ["client_admin"],
    scopes: ["orders:write"],
    module: "contractor_assignment",
  },
} as unknown as Operations;

const me = (role: Me["user"]["role"], permissions: Me["permissions"], modules: Me["modules"] = []) =>
  ({ user: { role }, permissions, modules }) as unknown as Me;
const admin = me("client_admin", ["orders:write"]);

test("a command has its own label, else the title of its operation, for those who may use that", () => {
  const run = () => {};
  const hold: PageCommand = { operation: "clientOrderHold", run };
  const assign: PageCommand = { operation: "assignOrdersToBroker", run };
  for (const [expected, account, command] of [
    ["Deselect", me("customer", []), { label: "Deselect", run }],
    ["Hold an order", admin, hold],
    ["Hold", admin, { ...hold, label: "Hold" }],
    [undefined, me("customer", ["orders:write"]), hold],
    [undefined, me("employee", ["orders:read"]), { ...hold, label: "Hold" }],
    [undefined, admin, assign],
    [
      "Assign orders to a contractor",
      me("client_admin", ["orders:write"], ["contractor_assignment"]),
      assign,
    ],
  ] as const)
    assert.equal(nameCommand(account, command, operations), expected);
  assert.equal(nameCommand(admin, hold, undefined), undefined, "before the operations are loaded");
});
