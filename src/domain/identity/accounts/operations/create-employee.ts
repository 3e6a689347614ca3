/**
 * Add an administrator or employee. With a password the account works at once; without one the person is invited by
 * e-mail, and the account works once they have chosen a password.
 *
 * Source: our choice.
 */

import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { Email, Locale, Name, NewPassword, Phone } from "../basics.ts";
import {
  buildEmployee,
  Employee,
  findEmployee,
  PermissionSet,
  Preset,
  refuseUnknownWarehouses,
  refuseWiderPermissions,
  WarehouseIds,
} from "../employees.ts";
import { InvitationMember, sendInvitation } from "../links.ts";
import { messages } from "../messages.ts";
import { DEFAULT_PERMISSIONS, decidePermissions } from "../rules.ts";
import { createAccount } from "../write.ts";

export const createEmployee = defineOperation({
  name: "userEmployeeCreate",
  summary: "Add an employee",
  access: { roles: ["client_admin"], scopes: ["employees:write"] },
  rest: { method: "POST", path: "/api/v1/user/employees", status: 201 },
  needs_sign_in: true,
  secret_answer: "if_signed_in",
  unpredicted: ["invitation.link"],
  input: Type.Object({
    name: Name,
    email: Email,
    role: Type.Optional(StringEnum(BUSINESS_ROLES, { description: "`employee` by default." })),
    password: Type.Optional(NewPassword),
    phone: Type.Optional(Phone),
    locale: Type.Optional(Locale),
    preset: Type.Optional(Nullable(Preset)),
    permissions: Type.Optional(Nullable(PermissionSet)),
    warehouse_ids: Type.Optional(WarehouseIds),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    employee_id: Ref("employee"),
    invited: Type.Boolean({ description: "True without a password: the person chooses one." }),
    invitation: InvitationMember,
    version: Type.Integer(),
    employee: Employee,
  }),
  refusals: {
    email_taken: "conflict",
    invalid_phone: "invalid",
    scope_too_wide: "invalid",
    unknown_warehouse: "invalid",
  },

  prepare: async (_context, { password }) => (password === undefined ? null : hashPassword(password)),

  async run(context, input, password_hash) {
    const { business, db, business_id, now, emit, refuse } = context;
    const phone =
      input.phone === undefined || input.phone.trim() === ""
        ? null
        : parseE164(input.phone, business.country);
    if (phone === undefined) {
      throw refuse("invalid_phone", {
        message: messages.telephone_not_valid,
        errors: [{ field: "phone", message: fields.telephone_number }],
      });
    }
    const role = input.role ?? "employee";
    const permissions =
      (role === "employee" ? decidePermissions(context.scopes.presets, input) : undefined) ??
      DEFAULT_PERMISSIONS;
    refuseWiderPermissions(context, role, permissions);
    await refuseUnknownWarehouses(context, input.warehouse_ids ?? []);
    const invited = password_hash === null;
    const account_id = await createAccount(db, {
      business_id,
      role,
      name: input.name.trim(),
      email: input.email,
      password_hash,
      phone_e164: phone,
      locale: input.locale ?? business.locale,
      permissions,
      warehouse_ids: input.warehouse_ids ?? [],
      created_at: now,
    });
    if (account_id === undefined) {
      throw refuse("email_taken", {
        message: messages.email_taken,
        errors: [{ field: "email", message: fields.other_account }],
      });
    }
    emit({
      subject: { type: "account", id: account_id, is_new: true },
      kind: invited ? "account.invited" : "account.created",
      payload: { role, preset: input.preset ?? null, permissions: input.permissions ?? null },
    });
    const invitation = invited
      ? await sendInvitation(context, {
          account_id,
          business_id,
          business_name: business.name,
          email: input.email,
          name: input.name.trim(),
        })
      : null;
    const row = await findEmployee(context, account_id);
    if (row === undefined) throw new Error("An account that was inserted has a row.");
    return {
      result: true,
      employee_id: account_id,
      invited,
      invitation,
      version: row.version,
      employee: buildEmployee(context, row),
    };
  },
});
