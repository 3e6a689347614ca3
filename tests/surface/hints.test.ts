/**
 * What a tool says of itself is what it does: one that is called read-only writes no row, but a quote, which keeps the
 * rates that it answered and binds nobody; one that is not does write. A label that is printed is issued as a document,
 * so its tool is not read-only; the same label again adds nothing.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "#operation/define/schema.ts";
import { getTools } from "#surfaces/mcp/catalogue.ts";
import type { Tool } from "#surfaces/mcp/tool.ts";
import { recordChanges } from "#tests/support/changes.ts";
import type { PersonRole } from "#tests/support/samples.ts";

import { createFixture, loadIds, samples, surfaceService } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";
import { listKinds, listSampleCalls, roleFor } from "./sample-calls.ts";

type Values = Record<string, unknown>;

const service = await surfaceService();
const fixture = await createFixture(service, await service.business(), "Wren");
const changes = await recordChanges(service, samples.written_by_any_call);

/**
 * What read-only tools keep of what they answered: prices that were quoted. The meaning of `only_quotes`, the same for every
 * family: the quote, its event, and the answer to a repeat with the same key.
 */
const QUOTED = ["event", "idempotency", "quote"];

function isQuote({ source }: Tool): boolean {
  return "operation" in source && source.operation.only_quotes === true;
}

async function callTool(path: string, { source, name, confirm }: Tool) {
  let role: PersonRole = "client_admin";
  let input: Values;
  if ("operation" in source) {
    const [sample] = listSampleCalls(source.operation);
    role = sample?.as ?? roleFor(source.operation) ?? "client_admin";
    const { kinds = [], own_kinds = [] } = sample === undefined ? {} : listKinds(sample);
    const ids = await loadIds(fixture, [...kinds, ...own_kinds]);
    input = sample?.input(ids, ids) ?? (minimalInput(source.operation.input as JsonSchema) as Values);
  } else input = minimalInput(source.meta.input as JsonSchema) as Values;
  await service.runtime.audit.flush();
  await changes.take();
  const [before] = await service.system.rows<{ id: number }>("select coalesce(max(id), 0) as id from event");
  const params = { name, arguments: { ...input, ...(confirm ? { confirm: true } : {}) } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const { body } = await service.http("POST", path, message, {
    authorization: `Bearer ${fixture.people[role].token}`,
  });
  const tables = (await changes.take()).map(({ table }) => table);
  return {
    tables: [...new Set(tables)],
    is_error: body.result?.isError === true,
    answer: body,
    made: before?.id ?? 0,
  };
}

const kindsSince = async (id: number) =>
  (await service.system.rows<{ kind: string }>("select kind from event where id > $1", [id])).map(
    ({ kind }) => kind,
  );

for (const [server, path] of [
  ["user", "/mcp"],
  ["developer", "/mcp/developer"],
] as const)
  test(`of the ${server} server, tools that are called read-only keep only what they answered, the others write`, async () => {
    const wrong: string[] = [];
    // Calls of one server are no repeats of those of the other.
    service.advance(60_000);
    const tools = getTools(service.runtime.registry, server);
    const isReadOnly = ({ definition }: Tool) => definition.annotations.readOnlyHint;
    for (const tool of [...tools.filter(isReadOnly), ...tools.filter((one) => !isReadOnly(one))]) {
      const { tables, is_error, answer, made } = await callTool(path, tool);
      const kinds = (await kindsSince(made)).join();
      if (!isReadOnly(tool)) {
        if (kinds !== "" && kinds.split(",").every((kind) => kind.startsWith("quote.")))
          wrong.push(`${tool.name} only quotes, and is not called read-only`);
        if (!is_error && tables.length === 0) wrong.push(`${tool.name} writes nothing`);
        continue;
      }
      if (is_error) wrong.push(`${tool.name} was refused: ${JSON.stringify(answer).slice(0, 300)}`);
      if (tool.definition.annotations.destructiveHint) wrong.push(`${tool.name} is destructive`);
      const quotes = isQuote(tool);
      const other = tables.filter((table) => !quotes || !QUOTED.includes(table));
      if (other.length > 0) wrong.push(`${tool.name} writes ${other.join(", ")}`);
      if (kinds.split(",").some((kind) => kind !== "" && !(quotes && kind.startsWith("quote."))))
        wrong.push(`${tool.name} emits ${kinds}`);
    }
    assert.deepEqual(wrong, []);
  });

test("a tool that issues a document keeps it once: it is not read-only, destroys nothing, and may be repeated", async () => {
  const issuing = getTools(service.runtime.registry, "user").filter(
    ({ source }) => "operation" in source && source.operation.stores_document === true,
  );
  assert.deepEqual(
    issuing.map(({ name, definition: { annotations } }) => [
      name,
      annotations.readOnlyHint,
      annotations.destructiveHint,
      annotations.idempotentHint,
    ]),
    [
      ["print_local_label", false, false, true],
      ["uniorder_label", false, false, true],
    ],
  );
  for (const tool of issuing) {
    await callTool("/mcp", tool);
    assert.deepEqual((await callTool("/mcp", tool)).tables, [], `${tool.name} again`);
  }
});
