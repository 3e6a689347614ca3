/**
 * Approve a registration: the customer is created from the app's template, the account becomes active, and the person
 * is notified by e-mail. Source: our choice.
 */

import Type from "typebox";
import { enqueueEmail } from "#domain/communication/messaging/public.ts";
import { activatePendingAccount } from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { lockPending, recordDecision } from "../records/app-registration.ts";
import { createCustomerFromTemplate } from "../registration.ts";

export const approveRegistration = defineOperation({
  name: "clientAppRegistrationApprove",
  summary: "Approve a registration",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/app-registrations/{registration_id}/approve" },
  input: Type.Object({ registration_id: Ref("registration") }),
  output: Type.Object({
    result: Type.Boolean(),
    registration_id: Ref("registration"),
    account_id: Ref("account"),
    customer_id: Ref("customer"),
  }),
  refusals: { already_decided: "conflict" },

  async run(context, { registration_id }) {
    const { business, business_id, emit } = context;
    const { account_id, profile, customer_template_id } = await lockPending(context, registration_id);
    const customer_id = await createCustomerFromTemplate(context, customer_template_id, profile);
    await activatePendingAccount(context, account_id, customer_id);
    await recordDecision(context, registration_id, "approved", { customer_id });
    emit({
      subject: { type: "account", id: account_id },
      kind: "app.registered",
      payload: { registration_id, customer_id },
    });
    await enqueueEmail(context, {
      business_id,
      to: profile.email,
      subject: `Your account at ${business.name}`,
      text: `Hello ${profile.name},\n\nyour account at ${business.name} is ready. Sign in to the app with your e-mail address and password.\n`,
      purpose: "notice",
    });
    return { result: true, registration_id, account_id, customer_id };
  },
});
