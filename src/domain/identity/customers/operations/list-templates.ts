/**
 * Templates of new customers, by name, and the apps that chose each. Source: docs/contract/rest.md, "Platform apps";
 * the routes are our choice.
 */
import Type from "typebox";
import { defineList } from "#operation/define/list.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { ListedTemplate, TEMPLATE_COLUMNS } from "../templates.ts";

export const listTemplates = defineList({
  name: "clientCustomerTemplates",
  summary: "List customer templates",
  access: { roles: BUSINESS_ROLES, scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/customer-templates" },
  rows: { templates: Type.Array(ListedTemplate) },
  from: "customer_template t",
  columns: `${TEMPLATE_COLUMNS}, array(
    select p.name from app_assignment g join platform_app p on p.id = g.app_id
     where g.business_id = $1 and g.customer_template_id = t.id order by p.name) as apps`,
  order: "name",
});
