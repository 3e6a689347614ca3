/** Administrators and employees of the business, by name. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import {
  buildEmployee,
  EMPLOYEE_COLUMNS,
  EMPLOYEE_STATUSES,
  Employee,
  type EmployeeRow,
  IS_EMPLOYEE,
} from "../employees.ts";

const FILTER = `${IS_EMPLOYEE} and ($2::text is null or a.status = $2) and ($3::text is null or a.role = $3)
  and ($4::text is null or strpos(lower(a.name || ' ' || a.email), lower($4)) > 0)`;

export const listEmployees = defineOperation({
  name: "userEmployees",
  summary: "List employees",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["employees:read"] },
  rest: { method: "GET", path: "/api/v1/user/employees" },
  input: Type.Object({
    ...PageInput,
    status: Type.Optional(StringEnum(EMPLOYEE_STATUSES)),
    role: Type.Optional(StringEnum(BUSINESS_ROLES)),
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "Part of the name or address." }),
    ),
  }),
  output: Type.Object({ ...PageOutput, employees: Type.Array(Employee) }),

  async run(context, input) {
    const { db, business_id } = context;
    const { page, per_page, offset } = readPaging(input);
    const values = [business_id, input.status ?? null, input.role ?? null, input.q ?? null];
    const [rows, counted] = await Promise.all([
      db.rows<EmployeeRow>(
        `select ${EMPLOYEE_COLUMNS} from account a where ${FILTER} order by a.name, a.id limit $5 offset $6`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from account a where ${FILTER}`, values),
    ]);
    return {
      result: true,
      total: counted?.n ?? 0,
      page,
      per_page,
      employees: rows.map((row) => buildEmployee(context, row)),
    };
  },
});
