/** The scopes of the dispatch board. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "dispatch:read": {
    permits: "See the dispatch board: what needs a decision, and what was decided.",
    roles: ["employee"],
    presets: ["dispatcher", "warehouse"],
  },
  "dispatch:write": {
    permits: "Decide, assign, snooze and reopen items of the dispatch board.",
    roles: ["employee"],
    presets: ["dispatcher"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
