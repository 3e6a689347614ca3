/** Create an app. No client has it before it is assigned. Code and type cannot be changed. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { APP_TYPES } from "../capabilities.ts";
import { messages } from "../messages.ts";
import { appMembers, buildPlatformApp, PlatformApp, refuseReservedProviderName } from "../platform-shapes.ts";
import { lockApp, PlatformAppRecord } from "../records/platform-app.ts";

export const createPlatformApp = defineOperation({
  name: "platformAppCreate",
  summary: "Create an app",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "POST", path: "/api/v1/platform/apps", status: 201 },
  needs_sign_in: true,
  input: Type.Object({
    code: Type.String({
      pattern: "^[a-z][a-z0-9-]{1,39}$",
      description: "Lower-case letters, digits and hyphens.",
    }),
    type: Type.Optional(StringEnum(APP_TYPES, { description: "`customer` by default." })),
    ...appMembers,
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), app: PlatformApp }),
  refusals: { code_taken: "conflict" },

  async run(context, input) {
    const { emit, refuse } = context;
    refuseReservedProviderName(context, input);
    const inserted = await PlatformAppRecord.insertIfAbsent(context, {
      code: input.code,
      name: input.name.trim(),
      type: input.type ?? "customer",
      schema_version: input.schema_version ?? 1,
      roles: input.roles ?? ["customer"],
      capabilities: input.capabilities ?? [],
      methods: input.methods ?? ["email"],
      identity_provider: input.identity_provider ?? null,
      server_client_id: input.server_client_id ?? null,
    });
    if (inserted === undefined) {
      throw refuse("code_taken", {
        message: messages.app_code_taken,
        values: { code: input.code },
        errors: [{ field: "code", message: messages.other_app }],
      });
    }
    const row = await lockApp(context, input.code);
    emit({
      subject: { type: "platform_app", id: inserted.id, is_new: true },
      business_id: 0,
      kind: "app.created",
      payload: { code: row.code, type: row.type },
    });
    return { result: true, version: row.version, app: buildPlatformApp(row, context) };
  },
});
