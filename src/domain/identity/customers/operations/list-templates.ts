/**
 * Templates of new customers, by name, and the apps that chose each. Source: docs/contract/rest.md, "Platform apps";
 * the routes are our choice.
 */
import Type from "typebox";
import { defineList } from "#operation/define/list.ts";
import { type CustomerTemplate, ListedTemplate, TEMPLATE_COLUMNS } from "../templates.ts";
import { templateUsersRequested } from "../topics.ts";

export const listTemplates = defineList({
  name: "clientCustomerTemplates",
  summary: "List customer templates",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/customer-templates" },
  rows: { templates: Type.Array(ListedTemplate) },
  from: "customer_template t",
  columns: TEMPLATE_COLUMNS,
  order: "name",
  async buildAll(rows: CustomerTemplate[], { publish }) {
    const users = await publish(templateUsersRequested, { template_ids: rows.map(({ id }) => id) });
    return rows.map((row) => ({ ...row, apps: users.flatMap((names) => names.get(row.id) ?? []) }));
  },
});
