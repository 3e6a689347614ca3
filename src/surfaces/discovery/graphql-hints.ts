/** The GraphQL schema as a JSON document, with a hint for agents on each operation. */
import { lexicographicSortSchema, printSchema } from "graphql";
import { needsToken } from "#operation/define/define.ts";
import type { Registry } from "#operation/define/registry.ts";
import { graphqlEngine } from "../graphql/engine.ts";
import { buildUsageHint, listAllTools } from "./ai-tools.ts";

export function buildGraphqlHints(registry: Registry, base_url: string): Record<string, unknown> {
  const { schema } = graphqlEngine(registry);
  const tools_by_operation = new Map(
    listAllTools(registry).flatMap(({ tool }) =>
      "operation" in tool.source ? [[tool.source.operation.name, tool] as const] : [],
    ),
  );
  return {
    endpoint: `${base_url}/api/graphql`,
    document: printSchema(lexicographicSortSchema(schema)),
    aiHints: Object.fromEntries(
      [...registry.operations.values()]
        .sort((one, other) => (one.name < other.name ? -1 : 1))
        .map((operation) => {
          const tool = tools_by_operation.get(operation.name);
          return [
            operation.name,
            {
              kind: operation.effect === "read" ? "query" : "mutation",
              summary: operation.summary,
              category: operation.family,
              risk: operation.risk,
              confirm: operation.risk === "high",
              authentication: needsToken(operation.access) ? "required" : "public",
              scopes: operation.access.public ? [] : operation.access.scopes,
              ...(tool === undefined ? {} : { tool: tool.name, use_case: buildUsageHint(tool) }),
            },
          ];
        }),
    ),
  };
}
