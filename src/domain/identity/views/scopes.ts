/** The scopes of saved views. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "views:read": {
      permits: "Use saved views of lists.",
      roles: ["employee", "broker_employee", "customer"],
    },
    "views:write": {
      permits: "Save views of lists, and share them.",
      roles: ["employee", "broker_employee", "customer"],
    },
  },
  presets: {
    dispatcher: ["views:read", "views:write"],
    warehouse: ["views:read", "views:write"],
    counter: ["views:read", "views:write"],
    finance: ["views:read", "views:write"],
    marketing: ["views:read", "views:write"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
