/** The scopes of documents. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "documents:read": {
    permits: "See and download issued documents.",
    roles: ["customer"],
    presets: ["dispatcher", "warehouse", "counter", "finance"],
  },
  "documents:write": {
    permits: "Share issued documents by links.",
    presets: ["dispatcher", "counter", "finance"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
