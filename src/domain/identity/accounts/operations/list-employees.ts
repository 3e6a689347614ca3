/** Administrators and employees of the business, by name. Source: our choice. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import {
  buildEmployee,
  EMPLOYEE_COLUMNS,
  EMPLOYEE_STATUSES,
  Employee,
  type EmployeeRow,
  IS_EMPLOYEE,
} from "../employees.ts";

export const listEmployees = defineList({
  name: "userEmployees",
  summary: "List employees",
  access: { roles: ["client_admin"], scopes: ["employees:read"] },
  rest: { method: "GET", path: "/api/v1/user/employees" },
  filters: {
    status: filter(StringEnum(EMPLOYEE_STATUSES)),
    role: filter(StringEnum(BUSINESS_ROLES)),
    q: filter(
      Type.String({ minLength: 1, maxLength: 100, description: "Part of the name or address." }),
      "strpos(lower(a.name || ' ' || a.email), lower($q)) > 0",
    ),
  },
  rows: { employees: Type.Array(Employee) },
  from: "account a",
  columns: EMPLOYEE_COLUMNS,
  business: null,
  where: IS_EMPLOYEE,
  order: "a.name, a.id",
  build: (row: EmployeeRow, context) => buildEmployee(context, row),
});
