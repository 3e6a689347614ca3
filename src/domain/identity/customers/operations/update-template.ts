/** Change a template; customers created from it stay unchanged. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import {
  CustomerTemplate,
  clearDefault,
  pickTerms,
  TEMPLATE_COLUMNS,
  templateMembers,
} from "../templates.ts";
import { checkCustomer } from "../write.ts";

export const updateTemplate = defineOperation({
  name: "clientCustomerTemplateUpdate",
  summary: "Update a customer template",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/customer-templates/{template_id}" },
  input: Type.Object({
    ...templateMembers,
    template_id: Ref("template"),
    name: Type.Optional(templateMembers.name),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), template: CustomerTemplate }),
  refusals: { name_taken: "conflict" },

  async run(context, { template_id, ...input }) {
    const { db, business_id, emit, refuse, expectVersion } = context;
    const old = await db.row<CustomerTemplate>(
      `select ${TEMPLATE_COLUMNS} from customer_template where business_id = $1 and id = $2 for update`,
      [business_id, template_id],
    );
    if (old === undefined) throw refuse("not_found", { message: messages.no_template });
    expectVersion(old.version);
    const { faults } = await checkCustomer(context, { price_list_id: input.price_list_id });
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.template_not_valid, errors: faults });
    const name = input.name?.trim() ?? old.name;
    const namesake = await db.row(
      "select 1 from customer_template where business_id = $1 and name = $2 and id <> $3",
      [business_id, name, template_id],
    );
    if (namesake !== undefined) {
      throw refuse("name_taken", {
        message: messages.template_name_taken,
        errors: [{ field: "name", message: messages.other_template }],
      });
    }
    if (!old.is_default) await clearDefault(context, input.is_default);
    const template = await db.row<CustomerTemplate>(
      `update customer_template set name = $3, tier = $4, price_list_id = $5, hidden_price_families = $6,
         credit_limit_minor = $7, required_proofs = $8, is_default = $9, version = version + 1
        where business_id = $1 and id = $2 returning ${TEMPLATE_COLUMNS}`,
      [
        business_id,
        template_id,
        name,
        input.tier ?? old.tier,
        input.price_list_id === undefined ? old.price_list_id : input.price_list_id,
        input.hidden_price_families ?? old.hidden_price_families,
        input.credit_limit_minor ?? old.credit_limit_minor,
        input.required_proofs ?? old.required_proofs,
        input.is_default ?? old.is_default,
      ],
    );
    if (template === undefined) throw new Error("A locked template was gone.");
    emit({
      subject: { type: "customer_template", id: template_id },
      kind: "customer_template.updated",
      payload: { members: Object.keys(input) },
      before: pickTerms(old),
      after: pickTerms(template),
    });
    return { result: true, version: template.version, template };
  },
});
