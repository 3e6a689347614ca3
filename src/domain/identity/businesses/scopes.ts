/** The scopes of the administration of the platform. */
import { defineScopes, type ScopesIn } from "#operation/define/scopes.ts";

export const scopes = defineScopes({
  "platform:admin": {
    permits: "Administer the businesses and apps of the installation.",
    roles: ["platform_admin"],
    is_platform: true,
    names_roles: true,
  },
});

declare module "#vocabulary/scopes.ts" {
  interface DeclaredScopes extends ScopesIn<typeof scopes> {}
}
