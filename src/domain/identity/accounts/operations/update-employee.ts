/**
 * Change an administrator or employee: permissions, status, or the lock of sign-in.
 *
 * Disabling ends every sign-in and revokes every token at once. A business always has at least one active
 * administrator, and nobody changes their own role, permissions or status. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { Locale, Name, Phone } from "../basics.ts";
import {
  buildEmployee,
  Employee,
  findEmployee,
  lockEmployee,
  PermissionSet,
  Preset,
  refuseUnknownWarehouses,
  refuseWiderPermissions,
  WarehouseIds,
} from "../employees.ts";
import { type Invitation, InvitationMember, sendInvitation } from "../links.ts";
import { messages } from "../messages.ts";
import { DEFAULT_PERMISSIONS, decidePermissions } from "../rules.ts";
import { recordUnlock } from "../sign-in.ts";

export const updateEmployee = defineOperation({
  name: "userEmployeeUpdate",
  summary: "Update an employee",
  access: { roles: ["client_admin"], scopes: ["employees:write"] },
  rest: { method: "PATCH", path: "/api/v1/user/employees/{employee_id}" },
  needs_sign_in: ["role", "preset", "permissions", "warehouse_ids", "status", "unlock", "send_invitation"],
  secret_answer: "if_signed_in",
  unpredicted: ["invitation.link"],
  input: Type.Object({
    employee_id: Ref("employee"),
    name: Type.Optional(Name),
    role: Type.Optional(StringEnum(BUSINESS_ROLES)),
    phone: Type.Optional(Phone),
    locale: Type.Optional(Locale),
    preset: Type.Optional(Nullable(Preset)),
    permissions: Type.Optional(Nullable(PermissionSet)),
    warehouse_ids: Type.Optional(WarehouseIds),
    status: Type.Optional(StringEnum(["active", "disabled"])),
    unlock: Type.Optional(
      Type.Literal(true, { description: "Remove the lock that wrong passwords caused." }),
    ),
    send_invitation: Type.Optional(
      Type.Literal(true, { description: "Send a link to choose a password; earlier ones end." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    employee: Employee,
    invitation: InvitationMember,
  }),
  refusals: {
    last_admin: "conflict",
    own_account: "conflict",
    no_password: "conflict",
    account_disabled: "conflict",
    invalid_phone: "invalid",
    scope_too_wide: "invalid",
    unknown_warehouse: "invalid",
  },

  async run(context, input) {
    const { actor, business, db, business_id, now, emit, refuse, clearCallerCache } = context;
    const { employee: before, other_admins } = await lockEmployee(context, input.employee_id);
    if (before === undefined)
      throw refuse("not_found", { message: messages.no_employee, values: { id: input.employee_id } });
    context.expectVersion(before.version);

    const role = input.role ?? before.role;
    const { preset, permissions, permissions_added, permissions_removed } =
      role === "employee"
        ? (decidePermissions(context.scopes.presets, input) ?? before)
        : DEFAULT_PERMISSIONS;
    const after = {
      name: input.name?.trim() ?? before.name,
      role,
      phone_e164: before.phone_e164,
      locale: input.locale ?? before.locale,
      preset,
      permissions,
      permissions_added,
      permissions_removed,
      warehouse_ids: input.warehouse_ids ?? before.warehouse_ids,
      status: input.status ?? before.status,
    };
    const known_warehouses = new Set(before.warehouse_ids);
    await refuseUnknownWarehouses(
      context,
      after.warehouse_ids.filter((id) => !known_warehouses.has(id)),
    );
    if (input.phone !== undefined) {
      const phone = input.phone.trim() === "" ? null : parseE164(input.phone, business.country);
      if (phone === undefined) {
        throw refuse("invalid_phone", {
          message: messages.telephone_not_valid,
          errors: [{ field: "phone", message: fields.telephone_number }],
        });
      }
      after.phone_e164 = phone;
    }
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
      (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
    );
    const is_access_changed = changed.some((key) => key in DEFAULT_PERMISSIONS || key === "role");
    if ((is_access_changed || changed.includes("status")) && before.id === actor.account_id)
      throw refuse("own_account", { message: messages.own_account });
    if (is_access_changed) refuseWiderPermissions(context, after.role, after);
    const stays_admin = after.role === "client_admin" && after.status === "active";
    if (before.role === "client_admin" && before.status === "active" && !stays_admin && other_admins === 0) {
      throw refuse("last_admin", { message: messages.last_admin });
    }
    if (after.status === "active" && !before.has_password)
      throw refuse("no_password", { message: messages.no_password });
    if (input.send_invitation && after.status === "disabled") {
      throw refuse("account_disabled", { message: messages.account_disabled });
    }

    const disabled = changed.includes("status") && after.status === "disabled";
    await db.execute(
      `update account set name = $3, role = $4, phone_e164 = $5, locale = $6, permissions = $7, warehouse_ids = $8,
         status = $9, failed_sign_ins = case when $10 then 0 else failed_sign_ins end,
         locked_until = case when $10 then null else locked_until end, preset = $11, permissions_added = $12,
         permissions_removed = $13, version = version + 1
        where business_id = $1 and id = $2`,
      [
        business_id,
        before.id,
        after.name,
        after.role,
        after.phone_e164,
        after.locale,
        after.permissions,
        after.warehouse_ids,
        after.status,
        input.unlock === true,
        after.preset,
        after.permissions_added,
        after.permissions_removed,
      ],
    );
    if (input.unlock === true) await recordUnlock(context, before.id);
    if (disabled) {
      await Promise.all([
        db.execute(
          "update access_token set revoked_at = $3 where business_id = $1 and account_id = $2 and revoked_at is null",
          [business_id, before.id, now],
        ),
        db.execute(
          "delete from password_reset where business_id = $1 and account_id = $2 and used_at is null",
          [business_id, before.id],
        ),
      ]);
    }
    let invitation: Invitation | null = null;
    if (input.send_invitation) {
      invitation = await sendInvitation(context, {
        account_id: before.id,
        business_id,
        business_name: business.name,
        email: before.email,
        name: after.name,
      });
      // Only its owner gets into an account that has a password.
      if (before.has_password) invitation = { ...invitation, link: null };
    }
    // Nothing personal: only what decides what the person may do.
    const decided = (one: typeof after) => ({
      role: one.role,
      preset: one.preset,
      permissions: one.permissions,
      permissions_added: one.permissions_added,
      permissions_removed: one.permissions_removed,
      status: one.status,
      warehouse_ids: one.warehouse_ids,
    });
    emit({
      subject: { type: "account", id: before.id },
      kind: disabled ? "account.disabled" : "account.updated",
      payload: { changed, unlocked: input.unlock === true, invited: input.send_invitation === true },
      before: decided(before),
      after: decided(after),
    });
    clearCallerCache();
    const row = await findEmployee(context, before.id);
    if (row === undefined) throw new Error("An account that was updated has a row.");
    return { result: true, version: row.version, employee: buildEmployee(context, row), invitation };
  },
});
