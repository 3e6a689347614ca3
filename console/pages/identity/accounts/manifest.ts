import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  public_pages: {
    "/sign-in": {
      title: "Sign in",
      search: (search: Record<string, unknown>): { next?: string } => {
        const { next } = search;
        return typeof next === "string" && next.startsWith("/") && !next.startsWith("//") ? { next } : {};
      },
      load: () => import("./sign-in.tsx").then(({ SignIn }) => SignIn),
    },
  },
  settings: [
    {
      id: "employees",
      group: "Company",
      order: 20,
      label: "Employees",
      about: "The people who work here, and what each may do.",
      permission: "employees:read",
      load: () => import("./employees.tsx").then(({ Employees }) => Employees),
    },
    {
      id: "tokens",
      group: "Connections",
      order: 10,
      label: "API tokens",
      about: "Keys for programs and agents that act for you.",
      load: () => import("./tokens.tsx").then(({ Tokens }) => Tokens),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "identity/accounts": typeof manifest;
  }
}
