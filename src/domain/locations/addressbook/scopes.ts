/** The scopes of the address book. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "address:read": {
    permits: "See the address book and search for addresses.",
    roles: ["employee", "broker_employee", "driver", "customer"],
    presets: ["dispatcher", "counter"],
  },
  "address:write": {
    permits: "Add, change, import and delete addresses.",
    roles: ["employee", "broker_employee", "customer"],
    presets: ["dispatcher", "counter"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
