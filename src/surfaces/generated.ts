/** The files that are read from the registry, by their path in the repository; see scripts/generate.ts. */
import { lexicographicSortSchema, printSchema } from "graphql";
import type { Registry } from "#operation/registry.ts";
import { schemaOf } from "./graphql/schema.ts";
import { clientOf } from "./typescript/client.ts";

export async function generated(registry: Registry): Promise<Record<string, string>> {
  return {
    "docs/reference/schema.graphql": `${printSchema(lexicographicSortSchema(schemaOf(registry).schema))}\n`,
    "packages/client/client.gen.ts": clientOf(registry),
  };
}
