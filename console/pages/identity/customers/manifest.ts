import { IconAddressBook, IconTemplate } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { defineSearch, text } from "../../../parts/search-params.ts";

export const manifest = defineManifest({
  pages: {
    "/customers": {
      title: "Customers",
      about: "Who sends with you, and which prices they see.",
      search: defineSearch<{ q?: string }>({ q: text() }),
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
      reads: ["clientCustomers"],
    },
    {
      area: "customers",
      to: "/customer-templates",
      label: "Customer templates",
      icon: IconTemplate,
      order: 20,
      reads: ["clientCustomerTemplates"],
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
