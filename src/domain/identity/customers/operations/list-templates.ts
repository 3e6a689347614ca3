/**
 * Templates of new customers, by name, and the apps that chose each. Source: docs/contract/rest.md, "Platform apps";
 * the routes are our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { ListedTemplate, TEMPLATE_COLUMNS } from "../templates.ts";

export const listTemplates = defineOperation({
  name: "clientCustomerTemplates",
  summary: "List customer templates",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/customer-templates" },
  input: Type.Object(PageInput),
  output: Type.Object({ ...PageOutput, templates: Type.Array(ListedTemplate) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const [templates, counted] = await Promise.all([
      db.rows<Type.Static<typeof ListedTemplate>>(
        `select ${TEMPLATE_COLUMNS}, array(
            select p.name from app_assignment g join platform_app p on p.id = g.app_id
             where g.business_id = $1 and g.customer_template_id = t.id order by p.name) as apps
           from customer_template t where business_id = $1 order by name limit $2 offset $3`,
        [business_id, per_page, offset],
      ),
      db.row<{ n: number }>("select count(*) as n from customer_template where business_id = $1", [
        business_id,
      ]),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, templates };
  },
});
