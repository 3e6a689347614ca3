/** The scopes of shipping orders, which the contract publishes. Refunds and settlements need `wallet:write` besides. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "customer_shipping:read": {
    permits: "See shipping orders: a customer its own, the business those of all customers.",
    roles: ["customer", "employee"],
    presets: ["dispatcher", "warehouse", "counter", "finance"],
  },
  "customer_shipping:write": {
    permits:
      "Order, pay and cancel shipping as a customer; price, receive, process and ship it as the business.",
    roles: ["customer"],
    presets: ["warehouse", "counter", "finance"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
