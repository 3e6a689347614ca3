/** The scopes of orders, their tracking, proofs and figures. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "orders:read": {
      permits: "See orders, their history, tracking, proofs and files.",
      roles: ["employee", "broker_employee", "driver", "customer"],
    },
    "orders:write": {
      permits: "Create, change, hold, assign and cancel orders.",
      roles: ["employee", "broker_employee", "driver", "customer"],
    },
    "orders:correct": {
      permits: "Correct what was recorded about an order: its status, and events of tracking.",
    },
    "analytics:read": {
      permits: "See figures and summaries of orders.",
      roles: ["employee", "customer"],
    },
  },
  presets: {
    dispatcher: ["orders:read", "orders:write", "analytics:read"],
    warehouse: ["orders:read"],
    counter: ["orders:read", "orders:write"],
    finance: ["orders:read", "analytics:read"],
    marketing: ["analytics:read"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
