/** The people who run a business: administrators and employees. */
import Type from "typebox";
import { actorHasScope } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { PermissionName, ScopeName } from "#operation/define/declared-names.ts";
import { defineGet } from "#operation/define/get.ts";
import { PRESET_NAMES, type PresetName } from "#operation/define/presets.ts";
import { computePermissions, type ScopeCatalogue, type StoredPermissions } from "#operation/define/scopes.ts";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import { messages } from "./messages.ts";
import { unknownWarehousesRequested } from "./topics.ts";

/** Refuse permissions that the caller's own token does not have: an account created with it would bypass its scopes. */
export function refuseWiderPermissions(
  { actor, refuse, scopes }: Context<"scope_too_wide">,
  role: EmployeeRow["role"],
  permissions: StoredPermissions,
): void {
  const wider = [...computePermissions(scopes, role, permissions)].filter(
    (scope) => !actorHasScope(actor, scope),
  );
  if (wider.length === 0) return;
  throw refuse("scope_too_wide", {
    message: messages.grant_too_wide,
    values: { scopes: wider.join(", ") },
    errors: [{ field: "permissions", message: messages.within_token_scopes }],
  });
}

export const EMPLOYEE_STATUSES = ["invited", "active", "disabled"] as const;

export const PermissionSet = Type.Array(PermissionName, {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description:
    "What an employee may do. With a preset: how the person differs from it. Null without a preset: the default of the role. Administrators may do everything.",
});

export const Preset = StringEnum(PRESET_NAMES, {
  description:
    "What an employee usually does. Its permissions grow with the families of the installation; a list of permissions without a preset stays as it is.",
});

/** Refuses warehouses that the business does not have, or has closed. */
export async function refuseUnknownWarehouses(
  context: Context<"unknown_warehouse">,
  ids: readonly number[],
): Promise<void> {
  const unknown = (await context.publish(unknownWarehousesRequested, { warehouse_ids: ids })).flat();
  if (unknown.length === 0) return;
  throw context.refuse("unknown_warehouse", {
    message: messages.no_warehouse,
    errors: unknown.map((id) => ({
      field: "warehouse_ids",
      message: messages.no_open_warehouse.with({ id }),
    })),
  });
}

export const WarehouseIds = Type.Array(Ref("warehouse"), {
  maxItems: 200,
  uniqueItems: true,
  description: "Empty: all warehouses.",
});

export const Employee = Type.Object(
  {
    id: Ref("employee"),
    name: Type.String(),
    email: Type.String(),
    role: StringEnum(BUSINESS_ROLES),
    phone: Nullable(Type.String({ description: "E.164." })),
    locale: Type.String(),
    status: StringEnum(EMPLOYEE_STATUSES),
    preset: Nullable(StringEnum(PRESET_NAMES)),
    permissions: Nullable(
      Type.Array(PermissionName, {
        description: "The person's own selection; null with a preset, and with the default of the role.",
      }),
    ),
    permissions_added: Type.Array(PermissionName, { description: "Beyond the preset." }),
    permissions_removed: Type.Array(PermissionName, { description: "Of the preset." }),
    effective_permissions: Type.Array(ScopeName),
    warehouse_ids: Type.Array(Ref("warehouse")),
    failed_sign_ins: Count,
    locked_until: Nullable(Timestamp),
    last_sign_in_at: Nullable(Timestamp),
    created_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "Employee" },
);
export type Employee = Type.Static<typeof Employee>;

export interface EmployeeRow {
  id: number;
  name: string;
  email: string;
  role: "client_admin" | "employee";
  phone_e164: string | null;
  locale: string;
  status: "invited" | "active" | "disabled";
  preset: PresetName | null;
  permissions: Scope[];
  permissions_added: Scope[];
  permissions_removed: Scope[];
  warehouse_ids: number[];
  failed_sign_ins: number;
  locked_until: string | null;
  last_sign_in_at: string | null;
  has_password: boolean;
  created_at: string;
  version: number;
}

export const EMPLOYEE_COLUMNS = `a.id, a.name, a.email, a.role, a.phone_e164, a.locale, a.status, a.permissions,
  a.preset, a.permissions_added, a.permissions_removed, a.warehouse_ids, a.failed_sign_ins, a.locked_until, a.password_hash is not null as has_password, a.created_at, a.version,
  (select s.at from sign_in s where s.business_id = a.business_id and s.account_id = a.id and s.result = 'ok'
    order by s.id desc limit 1) as last_sign_in_at`;

export const IS_EMPLOYEE = "a.business_id = $1 and a.role in ('client_admin', 'employee')";

export function buildEmployee(
  { scopes, now }: { scopes: ScopeCatalogue; now: Date },
  row: EmployeeRow,
): Employee {
  const { phone_e164, has_password: _, permissions, locked_until, ...rest } = row;
  return {
    ...rest,
    phone: phone_e164,
    permissions: row.role === "employee" && permissions.length > 0 ? permissions : null,
    effective_permissions: [...computePermissions(scopes, row.role, row)],
    locked_until: locked_until !== null && new Date(locked_until) > now ? locked_until : null,
  };
}

export async function findEmployee(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  employee_id: number,
): Promise<EmployeeRow | undefined> {
  return db.row<EmployeeRow>(`select ${EMPLOYEE_COLUMNS} from account a where ${IS_EMPLOYEE} and a.id = $2`, [
    business_id,
    employee_id,
  ]);
}

export const getEmployeeRow = defineGet(findEmployee, (_context, id) => messages.no_employee.with({ id }));

/** Lock every administrator of the business, in id order, and the employee. */
export async function lockEmployee(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  employee_id: number,
): Promise<{ employee: EmployeeRow | undefined; other_admins: number }> {
  const locked = await db.rows<{ id: number; role: string; status: string }>(
    `select a.id, a.role, a.status from account a where a.business_id = $1 and (a.role = 'client_admin' or a.id = $2)
      order by a.id for update`,
    [business_id, employee_id],
  );
  const other_admins = locked.filter(
    ({ id, role, status }) => id !== employee_id && role === "client_admin" && status === "active",
  ).length;
  return { employee: await findEmployee({ db, business_id }, employee_id), other_admins };
}
