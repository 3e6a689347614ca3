import { IconIdBadge2 } from "#icons";
import { defineManifest } from "../../../manifest.ts";
import { defineSearch, ownAddress, text } from "../../../parts/search-params.ts";

export const manifest = defineManifest({
  pages: {
    "/employees": {
      title: "Employees",
      about: "The people who work here, and what each may do.",
      load: () => import("./employees.tsx").then(({ Employees }) => Employees),
    },
    "/settings/employees": { redirect: "/employees" },
  },
  navigation: [
    {
      area: "fleet",
      to: "/employees",
      label: "Employees",
      icon: IconIdBadge2,
      order: 90,
      key: "e",
      reads: ["userEmployees", "userPermissions"],
    },
  ],
  public_pages: {
    "/sign-in": {
      title: "Sign in",
      search: defineSearch<{ next?: string }>({ next: ownAddress() }),
      load: () => import("./sign-in.tsx").then(({ SignIn }) => SignIn),
    },
    "/forgot-password": {
      title: "Forgot password",
      search: defineSearch<{ email?: string }>({ email: text() }),
      load: () => import("./forgot-password.tsx").then(({ ForgotPassword }) => ForgotPassword),
    },
    // Links of messages lead here: after a forgotten password, and to the first one of somebody invited.
    "/reset-password": {
      title: "Set a password",
      search: defineSearch<{ token?: string }>({ token: text() }),
      load: () => import("./reset-password.tsx").then(({ ResetPassword }) => ResetPassword),
    },
  },
  settings: [
    {
      id: "tokens",
      group: "Connections",
      order: 10,
      label: "API tokens",
      about: "Keys for programs and agents that act for you.",
      load: () => import("./tokens/tokens.tsx").then(({ Tokens }) => Tokens),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "identity/accounts": typeof manifest;
  }
}
