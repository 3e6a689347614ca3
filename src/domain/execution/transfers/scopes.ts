/** The scope of rolling transfers back: permission to scan is none to undo a whole transfer. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "transfers:rollback": {
    permits: "Roll back transfers of parcels between warehouses.",
    presets: ["dispatcher"],
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
