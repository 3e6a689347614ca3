/** The scopes of the reservation desk. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "reservations:read": {
    permits: "Read reservations, waitlists and what can be reserved.",
    roles: ["employee"],
    presets: ["dispatcher", "warehouse", "counter"],
  },
  "reservations:write": {
    permits: "Reserve for guests, check them in, and change what can be reserved.",
    roles: ["employee"],
    presets: ["dispatcher", "counter"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
