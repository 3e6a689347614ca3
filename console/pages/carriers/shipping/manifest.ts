import { IconReceiptRefund, IconTags, IconTruckLoading } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { defineSearch, flag, id, page } from "../../../parts/search-params.ts";
import { readLabelSearch } from "./label-search.ts";

const LABEL_ROLES = [...STAFF, "customer"] as const;

export const manifest = defineManifest({
  pages: {
    "/labels": {
      title: "Labels",
      search: readLabelSearch,
      load: () => import("./labels.tsx").then(({ Labels }) => Labels),
    },
    "/labels/new": {
      title: "New label",
      search: defineSearch<{ return_of?: number; again?: number }>({ return_of: id(), again: id() }),
      load: () => import("./new-label.tsx").then(({ NewLabel }) => NewLabel),
    },
    "/labels/close-day": {
      title: "Close the day",
      search: defineSearch<{ page?: number; pickup_page?: number }>({ page: page(), pickup_page: page() }),
      load: () => import("./close-day.tsx").then(({ CloseDay }) => CloseDay),
    },
    "/labels/corrections": {
      title: "Corrections of carriers",
      search: defineSearch<{ page?: number; all?: true }>({ page: page(), all: flag() }),
      load: () => import("./corrections.tsx").then(({ Corrections }) => Corrections),
    },
    "/labels/$label_order_id": {
      title: "Label",
      load: () => import("./label.tsx").then(({ LabelPage }) => LabelPage),
    },
  },
  records: [{ kind: "label_order", subject: "label", to: "/labels/$label_order_id", roles: LABEL_ROLES }],
  navigation: [
    {
      area: "orders",
      to: "/labels",
      label: "Labels",
      icon: IconTags,
      order: 32,
      reads: ["labelserviceOrders"],
      roles: [...LABEL_ROLES],
    },
    {
      area: "orders",
      to: "/labels/close-day",
      label: "Close the day",
      icon: IconTruckLoading,
      order: 33,
      reads: ["labelserviceOrders", "labelserviceManifests", "labelservicePickups", "shippingMethods"],
      permission: "labels:write",
      roles: STAFF,
    },
    {
      area: "money",
      to: "/labels/corrections",
      label: "Corrections of carriers",
      icon: IconReceiptRefund,
      order: 60,
      reads: ["labelserviceAdjustments"],
      roles: STAFF,
    },
  ],
  commands: [
    {
      label: "New label",
      keywords: ["ship", "rate", "carrier", "postage", "compare prices"],
      to: "/labels/new",
      permission: "labels:write",
      roles: [...LABEL_ROLES],
    },
    {
      label: "Labels to print",
      keywords: ["ready", "open labels"],
      to: "/labels",
      search: { state: ["LABEL_READY", "INFO_SUBMITTED"] },
      permission: "labels:read",
      roles: [...LABEL_ROLES],
    },
    {
      label: "Labels that were not bought",
      keywords: ["failed", "purchase"],
      to: "/labels",
      search: { state: ["LABEL_PURCHASE_FAILED"] },
      permission: "labels:read",
      roles: [...LABEL_ROLES],
    },
  ],
  searches: [
    {
      label: "Labels",
      order: 18,
      permission: "labels:read",
      roles: [...LABEL_ROLES],
      load: () => import("./find-labels.ts").then(({ findLabels }) => findLabels),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "carriers/shipping": typeof manifest;
  }
}
