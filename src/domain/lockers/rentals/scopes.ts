/** The scopes of lockers. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "lockers:read": {
    permits: "See locker rentals with their timelines, and luggage relays.",
    roles: ["employee", "driver", "customer"],
    presets: ["dispatcher", "counter"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
