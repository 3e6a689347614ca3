/** The saved views that the caller may use: its own, and for staff those that others share. */

import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { type ListedRow, selectViews, toView } from "../records/saved-view.ts";
import { isStaffRole } from "../rules.ts";
import { PageKey, View } from "../shapes.ts";

export const listViews = defineList({
  name: "views",
  summary: "List saved views",
  description: "The caller's own views, then those that other staff share, by name.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["views:read"] },
  rest: { method: "GET", path: "/api/v1/views" },
  filters: { list: filter(PageKey, "v.page = $list") },
  rows: { views: Type.Array(View) },
  from: "saved_view v",
  select: selectViews("$account"),
  where: "v.account_id = $account or (v.shared and $is_staff::bool)",
  order: "v.account_id <> $account, lower(v.name), v.id",
  values: ({ actor }) => ({ account: actor.account_id, is_staff: isStaffRole(actor.role) }),
  build: (row: ListedRow, { actor }) => toView(row, actor),
});
