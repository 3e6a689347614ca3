/**
 * Delete a template; customers created from it stay. A template that an app uses for its customers is refused. Source:
 * our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { templateUsersRequested } from "../topics.ts";

export const deleteTemplate = defineOperation({
  name: "clientCustomerTemplateDelete",
  summary: "Delete a customer template",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "DELETE", path: "/api/v1/client/customer-templates/{template_id}" },
  input: Type.Object({ template_id: Ref("template") }),
  output: Type.Object({ result: Type.Boolean(), template_id: Ref("template") }),
  refusals: { template_in_use: "conflict" },

  async run({ db, business_id, emit, publish, refuse }, { template_id }) {
    // Locked before its users are checked: a call that chooses it now waits, and then finds it deleted.
    const template = await db.row(
      "select id from customer_template where business_id = $1 and id = $2 for update",
      [business_id, template_id],
    );
    if (template === undefined) throw refuse("not_found", { message: messages.no_template });
    const users = await publish(templateUsersRequested, { template_ids: [template_id] });
    const [user] = users.flatMap((names) => names.get(template_id) ?? []);
    if (user !== undefined)
      throw refuse("template_in_use", { message: messages.template_in_use, values: { app: user } });
    await db.execute("delete from customer_template where business_id = $1 and id = $2", [
      business_id,
      template_id,
    ]);
    emit({ subject: { type: "customer_template", id: template_id }, kind: "customer_template.removed" });
    return { result: true, template_id };
  },
});
