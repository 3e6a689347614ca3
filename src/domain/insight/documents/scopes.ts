/** The scopes of documents. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "documents:read": {
      permits: "See and download issued documents.",
    },
  },
  presets: {
    dispatcher: ["documents:read"],
    warehouse: ["documents:read"],
    counter: ["documents:read"],
    finance: ["documents:read"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
