/** The tools match the published catalogues exactly: names, roles, risk, scopes and confirm. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadRegistry } from "#operation/define/registry.ts";
import { graphqlEngine } from "#surfaces/graphql/engine.ts";
import { getTools } from "#surfaces/mcp/catalogue.ts";
import { testService } from "#tests/support/service.ts";
import published from "./published-tools.json" with { type: "json" };

const registry = await loadRegistry();

test("the published catalogues have 93 and 25 tools, 23 of which need confirm", () => {
  assert.equal(published.user.length, 93);
  assert.equal(published.developer.length, 25);
  assert.equal(published.user.filter((tool) => tool.confirm).length, 23);
});

for (const server of ["user", "developer"] as const) {
  const tools = getTools(registry, server);
  const rows = new Map<
    string,
    { name: string; public: boolean; risk?: string; scopes?: string[]; confirm?: boolean }
  >(published[server].map((row) => [row.name, row]));

  test(`the ${server} server has no tool that was not published`, () => {
    assert.deepEqual(
      tools.filter((tool) => !rows.has(tool.name)).map((tool) => tool.name),
      [],
    );
  });

  test(`every tool of the ${server} server is as it was published`, () => {
    for (const tool of tools) {
      const row = rows.get(tool.name);
      if (row === undefined) continue;
      assert.equal(tool.is_public, row.public, `${tool.name}: public`);
      if (row.risk === undefined) continue;
      assert.equal(tool.risk, row.risk, `${tool.name}: risk`);
      assert.deepEqual([...tool.scopes].sort(), [...(row.scopes ?? [])].sort(), `${tool.name}: scopes`);
    }
  });
}

test("an operation that is a tool has a description besides its title, on every surface", async () => {
  const service = await testService();
  const openapi = (await service.http("GET", "/api/openapi.json")).body;
  const { schema } = graphqlEngine(service.runtime.registry);
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  for (const server of ["user", "developer"] as const) {
    for (const { name, source, definition } of getTools(service.runtime.registry, server)) {
      if (!("operation" in source)) continue;
      const { description = "", rest, name: operation } = source.operation;
      assert.match(description, /^[A-Za-z_].{20,}\.$/, `${name} has no description`);
      assert.ok(definition.description.includes(description), name);
      assert.ok(fields[operation]?.description?.includes(description), operation);
      if (rest !== undefined)
        assert.ok(
          openapi.paths[rest.path][rest.method.toLowerCase()].description.includes(description),
          rest.path,
        );
    }
  }
});
