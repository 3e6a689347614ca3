import { IconAddressBook, IconTemplate } from "@tabler/icons-react";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/customers": {
      title: "Customers",
      about: "Who sends with you, and which prices they see.",
      search: (search: Record<string, unknown>): { q?: string } =>
        // The router parses a search value of digits only as a number.
        ["string", "number"].includes(typeof search["q"]) ? { q: String(search["q"]) } : {},
      load: () => import("./customers.tsx").then(({ Customers }) => Customers),
    },
    "/settings/customers": { redirect: "/customers" },
    "/customer-templates": {
      title: "Customer templates",
      about: "Initial settings of customers who register through an app.",
      load: () => import("./templates.tsx").then(({ CustomerTemplates }) => CustomerTemplates),
    },
    "/settings/templates": { redirect: "/customer-templates" },
  },
  navigation: [
    {
      area: "customers",
      to: "/customers",
      label: "Customers",
      icon: IconAddressBook,
      order: 10,
      key: "u",
      permission: "settings:read",
    },
    {
      area: "customers",
      to: "/customer-templates",
      label: "Customer templates",
      icon: IconTemplate,
      order: 20,
      permission: "settings:read",
    },
  ],
  searches: [
    {
      label: "Customers",
      order: 20,
      permission: "settings:read",
      roles: STAFF,
      load: () => import("./find-customers.ts").then(({ findCustomers }) => findCustomers),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "identity/customers": typeof manifest;
  }
}
