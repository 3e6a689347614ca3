/** The scopes of orders, their tracking, proofs and figures. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "orders:read": {
    permits: "See orders, their history, tracking, proofs and files.",
    roles: ["employee", "broker_employee", "driver", "customer"],
    presets: ["dispatcher", "warehouse", "counter", "finance"],
  },
  "orders:write": {
    permits: "Create, change, hold, assign and cancel orders.",
    roles: ["employee", "broker_employee", "driver", "customer"],
    presets: ["dispatcher", "counter"],
  },
  "orders:correct": {
    permits: "Correct what was recorded about an order: its status, and events of tracking.",
  },
  "analytics:read": {
    permits: "See figures and summaries of orders.",
    roles: ["employee", "customer"],
    presets: ["dispatcher", "finance", "marketing"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
