/**
 * The permissions that employees and tokens can have, and the presets of employees. Names and purposes of presets follow
 * `Accept-Language`. Source: our choice.
 */
import Type from "typebox";
import { PermissionName, ScopeName } from "#operation/define/declared-names.ts";
import { defineOperation } from "#operation/define/define.ts";
import { PRESET_NAMES, PRESETS } from "#operation/define/presets.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";

export const listPermissions = defineOperation({
  name: "userPermissions",
  summary: "List permissions and presets",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "GET", path: "/api/v1/user/permissions" },
  output: Type.Object({
    result: Type.Boolean(),
    permissions: Type.Array(
      Type.Object({
        permission: ScopeName,
        area: Type.String({ description: "Permissions of one area belong together." }),
        permits: Type.String({ description: "What it permits, a sentence." }),
        for_employees: Type.Boolean({ description: "False: only administrators have it." }),
      }),
    ),
    default_permissions: Type.Array(PermissionName, {
      description: "What an employee may do without a preset and without permissions of their own.",
    }),
    presets: Type.Array(
      Type.Object({
        preset: StringEnum(PRESET_NAMES),
        label: Type.String(),
        purpose: Type.String({ description: "What it is for, a sentence." }),
        permissions: Type.Array(PermissionName),
      }),
    ),
  }),

  async run({ request, respond, scopes }) {
    respond({ headers: { vary: "accept-language" } });
    return {
      result: true,
      permissions: [...scopes.declared].flatMap(([permission, { area, permits }]) =>
        scopes.grantable.has(permission)
          ? [{ permission, area, permits, for_employees: scopes.for_employees.has(permission) }]
          : [],
      ),
      default_permissions: [...scopes.roles.employee],
      presets: PRESET_NAMES.map((preset) => ({
        preset,
        label: PRESETS[preset].label.format(request.language),
        purpose: PRESETS[preset].purpose.format(request.language),
        permissions: [...scopes.presets[preset]],
      })),
    };
  },
});
