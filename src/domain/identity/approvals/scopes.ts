/** The scopes of approvals. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "approvals:read": {
      permits: "See writes that wait for an approval, and propose writes.",
      roles: ["employee", "broker_employee", "customer"],
    },
    "approvals:write": {
      permits: "Approve and reject writes that wait.",
      roles: ["employee", "broker_employee", "customer"],
    },
  },
  presets: {
    dispatcher: ["approvals:read", "approvals:write"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
