/** The files that are read from the registry, by their path in the repository; see scripts/generate.ts. */
import { lexicographicSortSchema, printSchema } from "graphql";
import type { Registry } from "#operation/registry.ts";
import { schemaOf } from "./graphql/schema.ts";
import { toolsOf } from "./mcp/catalogue.ts";
import type { ServerName } from "./mcp/tool.ts";
import { openapiOf } from "./openapi/openapi.ts";
import { operationsTable } from "./operations-table.ts";
import { rolesTable } from "./roles-table.ts";
import { clientOf } from "./typescript/client.ts";

export function generated(registry: Registry): Record<string, string> {
  return {
    "docs/reference/openapi.json": json(openapiOf(registry, "/")),
    "docs/reference/schema.graphql": `${printSchema(lexicographicSortSchema(schemaOf(registry).schema))}\n`,
    "docs/reference/tools-user.json": tools(registry, "user"),
    "docs/reference/tools-developer.json": tools(registry, "developer"),
    "docs/reference/operations.md": operationsTable(registry),
    "docs/reference/roles.md": rolesTable(registry),
    "packages/client/client.gen.ts": clientOf(registry),
  };
}

function tools(registry: Registry, server: ServerName): string {
  return json(toolsOf(registry, server).map(({ definition }) => definition));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
