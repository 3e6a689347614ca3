/** The saved views that the caller may use: its own, and for staff those that others share. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { listViewsFor } from "../records/saved-view.ts";
import { PageKey, View } from "../shapes.ts";

export const listViews = defineOperation({
  name: "views",
  summary: "List saved views",
  description: "The caller's own views, then those that other staff share, by name.",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["views:read"] },
  rest: { method: "GET", path: "/api/v1/views" },
  input: Type.Object({ ...PageInput, list: Type.Optional(PageKey) }),
  output: Type.Object({ ...PageOutput, views: Type.Array(View) }),

  async run(context, input) {
    const { page, per_page, offset } = readPaging(input);
    const { views, total } = await listViewsFor(context, input.list, { limit: per_page, offset });
    return { result: true, total, page, per_page, views };
  },
});
