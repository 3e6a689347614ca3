/**
 * Who did what, newest first: reads, writes, refusals and dry runs, through every surface.
 *
 * Source: our choice; the contract names no audit routes.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { AuditEntry, AuditFilters, countEntries, readEntries } from "../entries.ts";

export const listAudit = defineOperation({
  name: "audit",
  summary: "List audit entries",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["audit:read"] },
  rest: { method: "GET", path: "/api/v1/audit" },
  input: Type.Object({ ...PageInput, ...AuditFilters }),
  output: Type.Object({
    ...PageOutput,
    total: Type.Integer({ minimum: 0, description: "Counting stops at 10,000." }),
    entries: Type.Array(AuditEntry),
  }),

  async run(context, input) {
    const { page, per_page, offset } = pageOf(input);
    const [entries, total] = await Promise.all([
      readEntries(context, input, per_page, offset),
      countEntries(context, input),
    ]);
    return { result: true, total, page, per_page, entries };
  },
});
