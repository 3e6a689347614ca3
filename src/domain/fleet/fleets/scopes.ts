/** The scopes of fleets, their shifts and the route board. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "fleets:read": {
    permits: "See fleets, their shift calendars, and the routes that they offer.",
    roles: ["employee", "broker_employee", "driver"],
    presets: ["dispatcher"],
  },
  "fleets:write": {
    permits: "Change fleets, plan and take shifts, offer and claim routes.",
    roles: ["employee", "broker_employee", "driver"],
    presets: ["dispatcher"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
