/** What an employee did, and what agents and approvals did on their behalf, newest first. Source: our choice. */
import { defineList, filter, parameter, required } from "#operation/define/list.ts";
import { AUDIT_LIST, bindAudit, isBy } from "#operation/records/audit-log.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getEmployeeRow } from "../employees.ts";

export const listEmployeeActivity = defineList({
  name: "userEmployeeActivity",
  summary: "List what an employee did",
  access: { roles: ["client_admin"], scopes: ["employees:read", "audit:read"] },
  rest: { method: "GET", path: "/api/v1/user/employees/{employee_id}/activity" },
  filters: {
    employee_id: required(Ref("employee"), isBy("$employee_id")),
    effect: filter(StringEnum(["read", "write"])),
    from: parameter(Timestamp),
    to: parameter(Timestamp),
  },
  ...AUDIT_LIST,
  async values(context, { employee_id, ...input }) {
    await getEmployeeRow(context, employee_id);
    return bindAudit(input);
  },
});
