import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { defineOperation } from "./define.ts";

const declared = {
  name: "toyGet",
  summary: "Get a toy",
  access: { scopes: [] },
  output: Type.Object({ result: Type.Boolean() }),
  run: async () => ({ result: true }),
};
const path = "/api/v1/toys";

test("an operation reads where its route is a GET, and writes otherwise, unless it says so", () => {
  assert.equal(defineOperation({ ...declared, rest: { method: "GET", path } }).effect, "read");
  assert.equal(defineOperation({ ...declared, rest: { method: "POST", path } }).effect, "write");
  assert.equal(defineOperation(declared).effect, "write");
  assert.equal(defineOperation({ ...declared, effect: "read" }).effect, "read");
  assert.equal(
    defineOperation({ ...declared, effect: "read", rest: { method: "POST", path } }).effect,
    "read",
  );
});

test("an operation that names no roles is for those who run the business", () => {
  assert.deepEqual(defineOperation(declared).access, { roles: ["client_admin", "employee"], scopes: [] });
  const access = { roles: ["driver"], scopes: [] } as const;
  assert.deepEqual(defineOperation({ ...declared, access }).access, access);
  assert.deepEqual(defineOperation({ ...declared, access: { public: true } }).access, { public: true });
});

test("an operation without an input has one without members", () => {
  assert.deepEqual(defineOperation(declared).input, Type.Object({}));
  const input = Type.Object({ toy_id: Type.Integer() });
  assert.equal(defineOperation({ ...declared, input }).input, input);
});
