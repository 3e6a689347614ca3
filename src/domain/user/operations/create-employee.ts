/**
 * Add an administrator or employee. With a password the account works at once; without one it is invited by
 * e-mail and works once its owner has chosen a password.
 *
 * Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import { Id, Nullable, Words } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { Email, Locale, Name, NewPassword, Phone } from "../basics.ts";
import {
  Employee,
  findEmployee,
  PermissionSet,
  refuseWider,
  shownEmployee,
  WarehouseIds,
} from "../employees.ts";
import { sendInvitation } from "../links.ts";
import { messages } from "../messages.ts";
import { e164Of } from "../phone.ts";

export const createEmployee = defineOperation({
  name: "userEmployeeCreate",
  summary: "Add an employee",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["employees:write"] },
  rest: { method: "POST", path: "/api/v1/user/employees", status: 201 },
  input: Type.Object({
    name: Name,
    email: Email,
    role: Type.Optional(Words(BUSINESS_ROLES, { description: "`employee` unless said." })),
    password: Type.Optional(NewPassword),
    phone: Type.Optional(Phone),
    locale: Type.Optional(Locale),
    permissions: Type.Optional(Nullable(PermissionSet)),
    warehouse_ids: Type.Optional(WarehouseIds),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    employee_id: Id,
    invited: Type.Boolean({ description: "A message with a link to choose a password was sent." }),
    version: Type.Integer(),
    employee: Employee,
  }),
  refusals: { email_taken: "conflict", invalid_phone: "invalid", scope_too_wide: "invalid" },

  prepare: async (_context, { password }) => (password === undefined ? null : hashPassword(password)),

  async run(context, input, password_hash) {
    const { actor, db, business_id, now, emit, refuse } = context;
    const phone =
      input.phone === undefined || input.phone.trim() === ""
        ? null
        : e164Of(input.phone, actor.business?.country ?? "");
    if (phone === undefined) {
      throw refuse("invalid_phone", {
        message: "The telephone number is not valid.",
        errors: [{ field: "phone", message: "must be a telephone number" }],
      });
    }
    const role = input.role ?? "employee";
    refuseWider(context, role, input.permissions ?? []);
    const invited = password_hash === null;
    const made = await db.row<{ id: number }>(
      `insert into account (business_id, role, name, email, password_hash, phone_e164, locale, status, permissions,
         warehouse_ids, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning id`,
      [
        business_id,
        role,
        input.name.trim(),
        input.email,
        password_hash,
        phone,
        input.locale ?? actor.business?.locale ?? "en",
        invited ? "invited" : "active",
        role === "employee" ? (input.permissions ?? []) : [],
        input.warehouse_ids ?? [],
        now,
      ],
    );
    if (made === undefined) {
      throw refuse("email_taken", {
        message: messages.email_taken,
        errors: [{ field: "email", message: "is another account's" }],
      });
    }
    emit({
      subject: { type: "account", id: made.id, first: true },
      kind: invited ? "account.invited" : "account.created",
      payload: { role, permissions: input.permissions ?? null },
    });
    if (invited) {
      await sendInvitation(context, {
        account_id: made.id,
        business_id,
        business_name: actor.business?.name ?? "",
        email: input.email,
        name: input.name.trim(),
      });
    }
    const row = await findEmployee(context, made.id);
    if (row === undefined) throw new Error("An account that was inserted has a row.");
    return {
      result: true,
      employee_id: made.id,
      invited,
      version: row.version,
      employee: shownEmployee(row, now),
    };
  },
});
