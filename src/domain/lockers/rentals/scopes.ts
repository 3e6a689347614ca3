/** The scopes of lockers. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "lockers:read": { permits: "See locker rentals and their timelines.", roles: ["employee", "customer"] },
  },
  presets: { dispatcher: ["lockers:read"], counter: ["lockers:read"] },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
