/** What an employee did, and what agents and approvals did on their behalf, newest first. Source: our choice. */
import Type from "typebox";
import { AuditEntry, countEntries, loadEntries } from "#domain/identity/audit/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findEmployee } from "../employees.ts";

export const listEmployeeActivity = defineOperation({
  name: "userEmployeeActivity",
  summary: "List what an employee did",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["employees:read", "audit:read"] },
  rest: { method: "GET", path: "/api/v1/user/employees/{employee_id}/activity" },
  input: Type.Object({
    ...CursorInput,
    employee_id: Ref("employee"),
    effect: Type.Optional(StringEnum(["read", "write"])),
    from: Type.Optional(Timestamp),
    to: Type.Optional(Timestamp),
  }),
  output: Type.Object({
    ...CursorOutput,
    total: Type.Integer({ minimum: 0, description: "Counting stops at 10,000." }),
    entries: Type.Array(AuditEntry),
  }),

  async run(context, { employee_id, page = 1, per_page = 50, cursor, ...input }) {
    if ((await findEmployee(context, employee_id)) === undefined) {
      throw context.refuse("not_found", { message: `There is no employee ${employee_id}.` });
    }
    const filter = { ...input, actor_id: employee_id };
    const paging = { page, per_page, ...(cursor === undefined ? {} : { cursor }) };
    const [found, total] = await Promise.all([
      loadEntries(context, filter, paging),
      countEntries(context, filter),
    ]);
    return { result: true, total, ...found };
  },
});
