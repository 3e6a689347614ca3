/** The scopes of approvals. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "approvals:read": {
    permits: "See writes that wait for an approval, and propose writes.",
    roles: ["employee", "broker_employee", "customer"],
    presets: ["dispatcher"],
  },
  "approvals:write": {
    permits: "Approve and reject writes that wait.",
    roles: ["employee", "broker_employee", "customer"],
    presets: ["dispatcher"],
    names_roles: true,
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
