/** The scopes of the audit log. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "audit:read": { permits: "See who did what, and the events of the business.", roles: ["platform_admin"] },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
