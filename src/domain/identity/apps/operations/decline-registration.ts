/**
 * Decline a registration: the waiting account is deleted, so that its address may be used again, and the person is
 * notified by e-mail. Source: our choice.
 */

import Type from "typebox";
import { enqueueEmail } from "#domain/communication/messaging/public.ts";
import { deletePendingAccount } from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { lockPending, recordDecision } from "../records/app-registration.ts";

export const declineRegistration = defineOperation({
  name: "clientAppRegistrationDecline",
  summary: "Decline a registration",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/app-registrations/{registration_id}/decline" },
  input: Type.Object({
    registration_id: Ref("registration"),
    reason: Type.Optional(
      Type.String({ maxLength: 255, description: "For the record; not sent to the person." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), registration_id: Ref("registration") }),
  refusals: { already_decided: "conflict" },

  async run(context, { registration_id, reason = "" }) {
    const { business, business_id, emit } = context;
    const { account_id, profile } = await lockPending(context, registration_id);
    await recordDecision(context, registration_id, "declined", { reason });
    await deletePendingAccount(context, account_id);
    emit({
      subject: { type: "account", id: account_id },
      kind: "app.registration_declined",
      payload: { registration_id },
    });
    await enqueueEmail(context, {
      business_id,
      to: profile.email,
      subject: `Your registration at ${business.name}`,
      text: `Hello ${profile.name},\n\n${business.name} could not accept your registration. Nothing of it is kept but that it was made.\n`,
      purpose: "notice",
    });
    return { result: true, registration_id };
  },
});
