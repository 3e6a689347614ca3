/**
 * Who did what, newest first: reads, writes, refusals and dry runs, through every surface.
 *
 * Source: our choice; the contract names no audit routes.
 */
import { defineList } from "#operation/define/list.ts";
import { AUDIT_FILTERS, AUDIT_LIST, bindAudit } from "#operation/records/audit-log.ts";

export const listAudit = defineList({
  name: "audit",
  summary: "List audit entries",
  access: { roles: ["client_admin"], scopes: ["audit:read"] },
  rest: { method: "GET", path: "/api/v1/audit" },
  filters: AUDIT_FILTERS,
  ...AUDIT_LIST,
  values: (_, input) => bindAudit(input),
});
