/** The scopes of webhooks. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "webhooks:read": {
    permits: "See where events are sent, the log of deliveries, and the feed of published events.",
  },
  "webhooks:write": {
    permits: "Set where events are sent, rotate the secret, test and repeat deliveries.",
    names_roles: true,
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
