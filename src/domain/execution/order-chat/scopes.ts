/** The scopes of conversations about orders. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "chat:read": {
    permits: "Read the conversations about orders.",
    roles: ["employee", "broker_employee", "driver", "customer"],
    presets: ["dispatcher", "counter"],
  },
  "chat:write": {
    permits: "Write in the conversations about orders, close and reopen them.",
    roles: ["employee", "broker_employee", "driver", "customer"],
    presets: ["dispatcher", "counter"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
