/** What an employee did, and what their agents and approvals did on their behalf, newest first. Source: our choice. */
import Type from "typebox";
import { AuditEntry, countEntries, readEntries } from "#domain/audit/public.ts";
import { defineOperation } from "#operation/define.ts";
import { Id, Timestamp, Words } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { findEmployee } from "../employees.ts";

export const listEmployeeActivity = defineOperation({
  name: "userEmployeeActivity",
  summary: "What an employee did",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["employees:read", "audit:read"] },
  rest: { method: "GET", path: "/api/v1/user/employees/{employee_id}/activity" },
  input: Type.Object({
    ...PageInput,
    employee_id: Id,
    effect: Type.Optional(Words(["read", "write"])),
    from: Type.Optional(Timestamp),
    to: Type.Optional(Timestamp),
  }),
  output: Type.Object({
    ...PageOutput,
    total: Type.Integer({ minimum: 0, description: "Counting stops at 10,000." }),
    entries: Type.Array(AuditEntry),
  }),

  async run(context, { employee_id, ...input }) {
    const { page, per_page, offset } = pageOf(input);
    if ((await findEmployee(context, employee_id)) === undefined) {
      throw context.refuse("not_found", { message: `There is no employee ${employee_id}.` });
    }
    const filter = { ...input, actor_id: employee_id };
    const [entries, total] = await Promise.all([
      readEntries(context, filter, per_page, offset),
      countEntries(context, filter),
    ]);
    return { result: true, total, page, per_page, entries };
  },
});
