/** The key that a browser subscribes with. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";

export const getPushKey = defineOperation({
  name: "pushKey",
  summary: "Get the key for push messages",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "GET", path: "/api/v1/push/key" },
  output: Type.Object({
    result: Type.Boolean(),
    public_key: Type.String({
      description: "`applicationServerKey` of `pushManager.subscribe`, base64url (RFC 8292).",
    }),
  }),

  async prepare({ providers, settings }) {
    return providers.push.of(settings.secret_key).public_key;
  },

  async run(_context, _input, public_key) {
    return { result: true, public_key };
  },
});
