/** The scope of whoever changes lockers. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "lockers:write": {
    permits: "Set up lockers, open compartments, and decide about what is in them.",
    roles: ["employee"],
    presets: ["dispatcher", "counter"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
