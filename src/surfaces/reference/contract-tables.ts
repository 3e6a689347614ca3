/**
 * The tables of routes in docs/contract/rest.md: what stands between `<!-- generated: routes <families> -->` and
 * `<!-- end -->` is replaced by the routes of these families.
 */
import type { Operation, Rest } from "#operation/define/define.ts";
import type { Registry } from "#operation/define/registry.ts";
import { ROLES, type Role, TENANT_ROLES } from "#vocabulary/roles.ts";
import { buildTable, formatCode } from "./table.ts";

const LETTERS: Record<Role, string> = {
  platform_admin: "PA",
  client_admin: "CA",
  employee: "EM",
  broker_employee: "BR",
  driver: "DR",
  customer: "CU",
};
const COLUMNS = Object.keys(LETTERS) as Role[];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

const MARKED = /^<!-- generated: routes ([\w -]+) -->\n[\s\S]*?^<!-- end -->/gm;

/** Throws for a family that does not exist, and one that is in two tables. */
export function fillContract(text: string, registry: Registry): string {
  const used = new Set<string>();
  return text.replaceAll(MARKED, (_marked, names: string) => {
    const families = names.split(" ");
    for (const family of families) {
      if (!registry.families.has(family)) throw new Error(`There is no family ${family}.`);
      if (used.has(family)) throw new Error(`The routes of ${family} are in two tables.`);
      used.add(family);
    }
    return `<!-- generated: routes ${names} -->\n\n${buildRoutes(registry, families).join("\n")}\n\n<!-- end -->`;
  });
}

function buildRoutes({ operations }: Registry, families: readonly string[]): string[] {
  const routed = [...operations.values()]
    .filter((one): one is Operation & { rest: Rest } => one.rest !== undefined)
    .filter(({ family }) => families.includes(family))
    .sort(({ rest: one }, { rest: other }) =>
      one.path === other.path
        ? METHODS.indexOf(one.method) - METHODS.indexOf(other.method)
        : one.path < other.path
          ? -1
          : 1,
    );
  return buildTable(
    ["Method", "Path", "Who", "Scopes", "What"],
    routed.map((operation) => [
      operation.rest.method,
      formatCode(operation.rest.path),
      describeCallers(operation),
      operation.access.public ? "" : operation.access.scopes.map(formatCode).join(" "),
      operation.summary,
    ]),
  );
}

function describeCallers({ access }: Operation): string {
  if (access.public) return access.reads_token === true ? "the session" : "anybody";
  if (access.partner !== undefined) return "partners";
  if (access.device) return "devices";
  if (access.link !== undefined && access.roles.length === 0) return "link";
  const has = (roles: readonly Role[]) =>
    access.roles.length === roles.length && roles.every((role) => access.roles.includes(role));
  if (has(ROLES)) return "all";
  if (has(TENANT_ROLES)) return "all of the business";
  return COLUMNS.filter((role) => access.roles.includes(role))
    .map((role) => LETTERS[role])
    .join(" ");
}
