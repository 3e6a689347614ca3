/** The scopes of read labels. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "ocr:read": {
    permits: "See labels that were read: a customer its own, the business all.",
    roles: ["customer", "employee"],
    presets: ["dispatcher", "warehouse", "counter"],
  },
  "ocr:write": {
    permits: "Have labels read, confirm or correct what was read, and create orders and inbounds from it.",
    roles: ["customer", "employee", "driver"],
    presets: ["dispatcher", "warehouse", "counter"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
