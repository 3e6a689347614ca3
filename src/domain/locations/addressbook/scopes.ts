/** The scopes of the address book. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "address:read": {
      permits: "See the address book and search for addresses.",
      roles: ["employee", "broker_employee", "driver", "customer"],
    },
    "address:write": {
      permits: "Add, change, import and delete addresses.",
      roles: ["employee", "broker_employee", "customer"],
    },
  },
  presets: {
    dispatcher: ["address:read", "address:write"],
    counter: ["address:read", "address:write"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
