/** The scope of whoever uses lockers. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "lockers:use": {
    permits: "Reserve compartments of lockers, deposit and collect.",
    roles: ["employee", "broker_employee", "driver", "customer"],
    presets: ["dispatcher", "counter"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
