/** What is generated from the registry; see scripts/generate.ts. */
import type { Operation } from "#operation/define/define.ts";
import type { Registry } from "#operation/define/registry.ts";
import { buildEventSchemas, buildEventsPage } from "./events-page.ts";
import { buildPermissionsPage } from "./permissions-page.ts";
import { fillContract } from "./reference/contract-tables.ts";
import { buildFamilyPage } from "./reference/family-page.ts";
import { generateClient } from "./typescript/client.ts";

/**
 * Committed files that are generated whole, by their path in the repository: a page for each family, so that no two
 * families change the same file, the events and the permissions. The whole OpenAPI description, GraphQL schema and tool catalogues are
 * served, not committed.
 */
export function buildReference({ operations, families, events, scopes }: Registry): Record<string, string> {
  const by_family = Map.groupBy(operations.values(), ({ family }) => family);
  const pages = [...by_family].map(([family, some]: [string, Operation[]]) => [
    `docs/reference/${families.get(family) ?? family}/${family}.md`,
    buildFamilyPage(family, some, scopes),
  ]);
  return {
    ...Object.fromEntries(pages),
    "docs/reference/permissions.md": buildPermissionsPage(scopes),
    "docs/reference/events.md": buildEventsPage(events),
    "docs/reference/events.json": `${JSON.stringify(buildEventSchemas(events), null, 2)}\n`,
  };
}

/** The folder of which every file is one of `buildReference`, except its README. */
export const REFERENCE = "docs/reference";

/** Not committed: built where it is used. */
export const CLIENT = "packages/client/client.gen.ts";

export { fillContract, generateClient };
