/** The scopes of alliances. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  scopes: {
    "alliance:read": {
      permits: "See alliances, and what their members share with the business.",
      roles: ["employee"],
    },
    "alliance:write": {
      permits: "Found and join alliances, and grant their members reading.",
    },
  },
  presets: {
    dispatcher: ["alliance:read"],
    counter: ["alliance:read"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
