/** The scopes of saved views. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "views:read": {
    permits: "Use saved views of lists.",
    roles: ["employee", "broker_employee", "customer"],
    presets: ["dispatcher", "warehouse", "counter", "finance", "marketing"],
  },
  "views:write": {
    permits: "Save views of lists, and share them.",
    roles: ["employee", "broker_employee", "customer"],
    presets: ["dispatcher", "warehouse", "counter", "finance", "marketing"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
