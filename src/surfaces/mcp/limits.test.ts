import assert from "node:assert/strict";
import { test } from "node:test";
import { testService } from "#tests/support/service.ts";

const service = await testService({ limits: { mcp_tool: { per_s: 1, burst: 3 } } });
service.freezeClock();

const call = async (name: string, args: object, headers: Record<string, string> = {}, path = "/mcp") => {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  return (await service.http("POST", path, body, headers)).body;
};

test("public tools are limited without a token, whether they are operations or not", async () => {
  const codes: (string | undefined)[] = [];
  for (const [name, args, path] of [
    ["track_package", { tracking_number: "PH000000000" }, "/mcp"],
    ["otep_tracking", { tracking_number: "PH000000000" }, "/mcp"],
    ["get_integration_guide", {}, "/mcp/developer"],
    ["get_capabilities", {}, "/mcp"],
    ["track_package", { tracking_number: "PH000000000" }, "/mcp"],
  ] as const)
    codes.push((await call(name, args, {}, path)).result.structuredContent.error?.code);
  assert.deepEqual(codes.slice(2), [undefined, "RATE_LIMITED", "RATE_LIMITED"]);
  assert.ok(!codes.slice(0, 2).includes("RATE_LIMITED"));
  service.advance(1000);
  assert.equal((await call("get_capabilities", {})).result.isError, undefined);
});

test("calls of tools that are no operation, and of tools that do not exist, are on record with tool and client", async () => {
  const business = await service.business();
  const { token } = await business.person("client_admin");
  const headers = { authorization: `Bearer ${token}`, "user-agent": "agent/1\u0007" };
  service.advance(10_000);
  await call("get_capabilities", {}, headers);
  const unknown = await call("drop_\u0000tables; ".repeat(20), {}, headers);
  assert.equal(unknown.error.data.reason, "no_such_tool");
  await service.runtime.audit.flush();
  const rows = await service.system.rows(
    "select operation, tool, client, outcome, refusal from audit where business_id = $1 and surface = 'mcp' order by id",
    [business.id],
  );
  const name = "drop_?tables??".repeat(20).slice(0, 64);
  assert.deepEqual(rows, [
    {
      operation: "get_capabilities",
      tool: "get_capabilities",
      client: "agent/1",
      outcome: "done",
      refusal: null,
    },
    { operation: name, tool: name, client: "agent/1", outcome: "refused", refusal: "no_such_tool" },
  ]);
});
