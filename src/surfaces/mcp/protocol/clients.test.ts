/** The official clients, of both major versions and with every version mode, against our dispatcher. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { startApp } from "./testing.ts";

const WHO = { name: "test", version: "1" };
const AS_FULL = { requestInit: { headers: { authorization: "Bearer full" } } };

for (const mode of ["auto", "legacy", { pin: "2026-07-28" }] as const) {
  test(`the second major version of the client lists and calls, mode ${JSON.stringify(mode)}`, async (context) => {
    const app = await startApp(context);
    const client = new Client(WHO, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), AS_FULL));
    context.after(() => client.close());
    const { tools } = await client.listTools();
    assert.equal(tools.length, 7);
    const progress_values: number[] = [];
    const called = await client.callTool(
      { name: "count_slowly", arguments: { to: 2 } },
      { onprogress: ({ progress }) => progress_values.push(progress) },
    );
    assert.deepEqual(called.structuredContent, { said: '"count_slowly" ✓ {"to":2}' });
    assert.deepEqual(progress_values, [1, 2]);
    const refused = await client.callTool({ name: "refuse" });
    assert.equal(refused.isError, true);
    assert.equal(client.getServerVersion()?.name, "packhorse");
  });
}

test("the first major version of the client lists, calls, and handles an error result", async (context) => {
  const app = await startApp(context);
  const client = new FirstClient(WHO);
  await client.connect(new FirstTransport(new URL(`${app.url}/mcp`), AS_FULL));
  context.after(() => client.close());
  const { tools } = await client.listTools();
  assert.equal(tools.length, 7);
  const called = await client.callTool({ name: "create_order", arguments: {} });
  assert.deepEqual(called.structuredContent, { said: '"create_order" ✓ {}' });
  const refused = await client.callTool({ name: "refuse" });
  assert.equal(refused.isError, true);
});
