/** The scopes of storage and ship-outs, which the contract publishes. Refunds and settlements need `wallet:write` besides. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "storage:read": {
    permits:
      "See storage orders, stored packages and ship-outs: a customer its own, the business those of all customers.",
    roles: ["customer", "employee"],
    presets: ["dispatcher", "warehouse", "counter", "finance"],
  },
  "storage:write": {
    permits:
      "Order, pay and cancel storage and ship-outs as a customer; price, receive, pick and ship them as the business.",
    roles: ["customer"],
    presets: ["warehouse", "counter", "finance"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
