import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  settings: [
    {
      id: "customers",
      group: "Customers",
      order: 10,
      label: "Customers",
      about: "Who sends with you, and which prices they see.",
      permission: "settings:read",
      load: () => import("./customers.tsx").then(({ Customers }) => Customers),
    },
    {
      id: "templates",
      group: "Customers",
      order: 20,
      label: "Customer templates",
      about: "Initial settings of customers who register through an app.",
      permission: "settings:read",
      load: () => import("./templates.tsx").then(({ CustomerTemplates }) => CustomerTemplates),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "identity/customers": typeof manifest;
  }
}
