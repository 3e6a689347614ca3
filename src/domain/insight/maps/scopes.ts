/** The scopes of custom maps. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "maps:read": {
    permits: "See custom maps, their layers and versions.",
    roles: ["employee"],
    presets: ["dispatcher", "marketing"],
  },
  "maps:write": {
    permits: "Create custom maps, publish them, and give out tokens.",
    roles: ["employee"],
    presets: ["marketing"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
