import { defineSamples } from "#tests/support/samples.ts";
import { createTemplate } from "./operations/create-template.ts";
import { CUSTOMER_STATES } from "./shapes.ts";

export const samples = defineSamples({
  shared_texts: ["tier"],
  own_texts: ["apps"],
  worded_codes: { "pages/identity/customers#states": CUSTOMER_STATES },
  records: {
    customer: {
      create: ({ people }) => people.customer.actor.customer_id ?? 0,
      taken_from_caller: ["customer"],
    },
    customer_account: ({ people }) => people.customer.account_id,
    template: async ({ people, unique_word: mark }) =>
      (await people.client_admin.call(createTemplate, { name: mark })).template_id,
  },
  operations: {
    clientCustomerCreate: {
      inputs: [(i) => ({ name: "New", price_list_id: i.price_list })],
    },
    clientCustomerTemplateCreate: { inputs: [(i) => ({ name: "New", price_list_id: i.price_list })] },
    clientCustomerTemplateUpdate: {
      inputs: [(i) => ({ price_list_id: i.price_list })],
    },
    clientCustomerUpdate: {
      inputs: [(i) => ({ price_list_id: i.price_list }), (i) => ({ invite_account_id: i.customer_account })],
    },
  },
});
