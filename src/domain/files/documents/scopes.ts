/** The scopes of documents. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "documents:read": {
      permits: "See and download issued documents.",
    },
    "documents:write": {
      permits: "Share issued documents by links.",
    },
  },
  presets: {
    dispatcher: ["documents:read", "documents:write"],
    warehouse: ["documents:read"],
    counter: ["documents:read", "documents:write"],
    finance: ["documents:read", "documents:write"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
