/**
 * Who did what, newest first: reads, writes, refusals and dry runs, through every surface.
 *
 * Source: our choice; the contract names no audit routes.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { AuditEntry, AuditFilters, countEntries, loadEntries } from "../entries.ts";

export const listAudit = defineOperation({
  name: "audit",
  summary: "List audit entries",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["audit:read"] },
  rest: { method: "GET", path: "/api/v1/audit" },
  input: Type.Object({ ...CursorInput, ...AuditFilters }),
  output: Type.Object({
    ...CursorOutput,
    total: Type.Integer({ minimum: 0, description: "Counting stops at 10,000." }),
    entries: Type.Array(AuditEntry),
  }),

  async run(context, input) {
    const [found, total] = await Promise.all([
      loadEntries(context, input, input),
      countEntries(context, input),
    ]);
    return { result: true, total, ...found };
  },
});
