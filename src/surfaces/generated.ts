/** What is generated from the registry; see scripts/generate.ts. */
import type { Operation } from "#operation/define/define.ts";
import type { Registry } from "#operation/define/registry.ts";
import { buildPermissionsPage } from "./permissions-page.ts";
import { fillContract } from "./reference/contract-tables.ts";
import { buildEventSchemas } from "./reference/events.ts";
import { buildFamilyPage } from "./reference/family-page.ts";
import { fillToolTables } from "./reference/tool-tables.ts";
import { generateClient, generateRoutes } from "./typescript/client.ts";
import { generateConstants } from "./typescript/constants.ts";
import { generateOperations } from "./typescript/operations.ts";
import { generateReads } from "./typescript/reads.ts";
import { generateRecordKinds } from "./typescript/record-kinds.ts";
import { generateRules } from "./typescript/rules.ts";

/**
 * Committed files that are generated whole, by their path in the repository: for each family a page and the schemas of
 * its events, so that no two families change the same file, and the permissions. The whole OpenAPI description, GraphQL
 * schema and tool catalogues are served, not committed.
 */
export function buildReference({ operations, families, events, scopes }: Registry): Record<string, string> {
  const by_family = Map.groupBy(operations.values(), ({ family }) => family);
  const names = new Set([...by_family.keys(), ...events.kinds.values().map(({ family }) => family)]);
  const files: Record<string, string> = { "docs/reference/permissions.md": buildPermissionsPage(scopes) };
  for (const family of names) {
    // Events of `src/operation` belong to no family of the domain.
    const home = `docs/reference/${families.get(family) ?? "operation"}/${family}`;
    const some: Operation[] = by_family.get(family) ?? [];
    files[`${home}.md`] = buildFamilyPage(family, some, { scopes, events });
    const schemas = buildEventSchemas(family, events);
    if (schemas !== undefined) files[`${home}.events.json`] = `${JSON.stringify(schemas, null, 2)}\n`;
  }
  return files;
}

/** The folder of which every file is one of `buildReference`, except its README. */
export const REFERENCE = "docs/reference";

/** Not committed: built where it is used. */
const CLIENT = "packages/client";

/** The client's generated files, by their path in the repository. */
export const buildClient = (registry: Registry): Record<string, string> => ({
  [`${CLIENT}/client.gen.ts`]: generateClient(registry),
  [`${CLIENT}/constants.gen.ts`]: generateConstants(registry),
  [`${CLIENT}/operations.gen.ts`]: generateOperations(registry),
  [`${CLIENT}/reads.gen.ts`]: generateReads(registry),
  [`${CLIENT}/record-kinds.gen.ts`]: generateRecordKinds(registry),
  [`${CLIENT}/routes.gen.ts`]: generateRoutes(registry),
  [`${CLIENT}/rules.gen.ts`]: generateRules(registry),
});

export { fillContract, fillToolTables, generateClient };
