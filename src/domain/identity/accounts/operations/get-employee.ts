/** One administrator or employee of the business. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildEmployee, Employee, getEmployeeRow } from "../employees.ts";

export const getEmployee = defineOperation({
  name: "userEmployee",
  summary: "Get an employee",
  access: { roles: ["client_admin"], scopes: ["employees:read"] },
  rest: { method: "GET", path: "/api/v1/user/employees/{employee_id}" },
  input: Type.Object({ employee_id: Ref("employee") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), employee: Employee }),

  async run(context, { employee_id }) {
    const row = await getEmployeeRow(context, employee_id);
    return { result: true, version: row.version, employee: buildEmployee(context, row) };
  },
});
