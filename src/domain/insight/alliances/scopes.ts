/** The scopes of alliances. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "alliance:read": {
    permits: "See alliances, and what their members share with the business.",
    roles: ["employee"],
    presets: ["dispatcher", "counter"],
  },
  "alliance:write": {
    permits: "Found and join alliances, and grant their members reading.",
    names_roles: true,
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
