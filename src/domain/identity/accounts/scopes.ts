/** The scopes of employees. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "employees:read": { permits: "See employees and what they may do." },
  "employees:write": { permits: "Add, change and disable employees.", names_roles: true },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
