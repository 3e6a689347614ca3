/**
 * Change an app and its permissions, or use its kill switch: then it returns 403 to every client, and its sessions are
 * suspended until it is active again. Every client's configuration version rises. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import {
  APP_STATUSES,
  appMembers,
  buildPlatformApp,
  PlatformApp,
  refuseReservedProviderName,
} from "../platform-shapes.ts";
import { type AppChange, lockApp, saveApp } from "../records/platform-app.ts";

export const updatePlatformApp = defineOperation({
  name: "platformAppUpdate",
  summary: "Update an app",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "PATCH", path: "/api/v1/platform/apps/{code}" },
  needs_sign_in: true,
  input: Type.Object({
    ...appMembers,
    code: Type.String({ minLength: 1, maxLength: 40 }),
    name: Type.Optional(appMembers.name),
    status: Type.Optional(StringEnum(APP_STATUSES)),
    status_reason: Type.Optional(Type.String({ maxLength: 255, description: "For the record." })),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), app: PlatformApp }),

  async run(context, { code, ...input }) {
    const { emit, expectVersion, clearCallerCache } = context;
    refuseReservedProviderName(context, input);
    const old = await lockApp(context, code);
    expectVersion(old.version);
    const after: AppChange = {
      name: input.name?.trim() ?? old.name,
      schema_version: input.schema_version ?? old.schema_version,
      roles: input.roles ?? old.roles,
      capabilities: input.capabilities ?? old.capabilities,
      methods: input.methods ?? old.methods,
      identity_provider: input.identity_provider ?? old.identity_provider,
      server_client_id: input.server_client_id === undefined ? old.server_client_id : input.server_client_id,
      status: input.status ?? old.status,
      status_reason: input.status_reason ?? old.status_reason,
    };
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
      (member) => JSON.stringify(after[member]) !== JSON.stringify(old[member]),
    );
    if (changed.length > 0) {
      await saveApp(context, old.id, after);
      const members = (from: typeof after) =>
        Object.fromEntries(changed.map((member) => [member, from[member]]));
      emit({
        subject: { type: "platform_app", id: old.id },
        business_id: 0,
        kind:
          after.status === old.status
            ? "app.updated"
            : `app.${after.status === "killed" ? "killed" : "revived"}`,
        payload: { changed },
        before: members(old),
        after: members(after),
      });
      clearCallerCache();
    }
    const row = await lockApp(context, code);
    return { result: true, version: row.version, app: buildPlatformApp(row, context) };
  },
});
