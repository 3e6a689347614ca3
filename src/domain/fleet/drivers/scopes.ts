/** The scopes of drivers, vehicles, skills and contractors. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "drivers:read": {
    permits: "See drivers, vehicles, skills and contractors.",
    roles: ["employee", "broker_employee", "driver"],
    presets: ["dispatcher"],
  },
  "drivers:write": {
    permits: "Add and change drivers, vehicles, their documents and skills.",
    roles: ["employee", "broker_employee", "driver"],
    presets: ["dispatcher"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
