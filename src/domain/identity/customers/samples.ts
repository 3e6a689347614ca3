import { defineSamples } from "#tests/support/samples.ts";
import { createTemplate } from "./operations/create-template.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    customer: number;
    /** An account that signs in for it. */
    customer_account: number;
    template: number;
  }
}

export const samples = defineSamples({
  records: {
    customer: {
      create: ({ people }) => people.customer.actor.customer_id ?? 0,
      taken_from_caller: ["customer"],
    },
    customer_account: ({ people }) => people.customer.account_id,
    template: async ({ people, unique_word: mark }) =>
      (await people.client_admin.call(createTemplate, { name: mark })).template_id,
  },
  members: { customer_id: "customer", template_id: "template", customer_template_id: "template" },
  operations: {
    clientCustomerCreate: {
      inputs: [(i) => ({ name: "New", price_list_id: i.price_list })],
      no_references: { code: "the caller's own word for a new customer" },
    },
    clientCustomerTemplateCreate: { inputs: [(i) => ({ name: "New", price_list_id: i.price_list })] },
    clientCustomerTemplateUpdate: {
      inputs: [(i) => ({ template_id: i.template, price_list_id: i.price_list })],
    },
    clientCustomerUpdate: {
      inputs: [
        (i) => ({ customer_id: i.customer, price_list_id: i.price_list }),
        (i) => ({ customer_id: i.customer, invite_account_id: i.customer_account }),
      ],
      no_references: { code: "the caller's own word for a customer" },
    },
  },
});
