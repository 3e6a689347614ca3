/** Create a template for new customers. Source: our choice. */
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

export const createTemplate = defineOperation({
  name: "clientCustomerTemplateCreate",
  summary: "Create a customer template",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/customer-templates", status: 201 },
  input: Type.Object(templateMembers),
  output: Type.Object({
    result: Type.Boolean(),
    template_id: Ref("template"),
    version: Type.Integer(),
    template: CustomerTemplate,
  }),
  refusals: { name_taken: "conflict" },

  async run(context, input) {
    const { db, business_id, now, emit, refuse } = context;
    const { faults } = await checkCustomer(context, { price_list_id: input.price_list_id });
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.template_not_valid, errors: faults });
    await clearDefault(context, input.is_default);
    const template = await db.row<CustomerTemplate>(
      `insert into customer_template (business_id, name, tier, price_list_id, hidden_price_families, credit_limit_minor,
         required_proofs, is_default, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (business_id, name) do nothing returning ${TEMPLATE_COLUMNS}`,
      [
        business_id,
        input.name.trim(),
        input.tier ?? "standard",
        input.price_list_id ?? null,
        input.hidden_price_families ?? [],
        input.credit_limit_minor ?? 0,
        input.required_proofs ?? [],
        input.is_default ?? false,
        now,
      ],
    );
    if (template === undefined) {
      throw refuse("name_taken", {
        message: messages.template_name_taken,
        errors: [{ field: "name", message: messages.other_template }],
      });
    }
    emit({
      subject: { type: "customer_template", id: template.id, is_new: true },
      kind: "customer_template.created",
      after: pickTerms(template),
    });
    return { result: true, template_id: template.id, version: template.version, template };
  },
});
