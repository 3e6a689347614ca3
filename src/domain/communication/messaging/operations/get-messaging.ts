/**
 * The vendors that send text messages and e-mail for the business. Secrets are shown by their last four characters.
 * Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { loadMessaging } from "../records/messaging-settings.ts";
import { buildMessagingAnswer, Messaging } from "../shapes.ts";

export const getMessaging = defineOperation({
  name: "clientMessaging",
  summary: "Get the vendors of text messages and e-mail",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/messaging" },
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), messaging: Messaging }),

  async run(context) {
    const row = await loadMessaging(context.db, context.business_id);
    return { result: true, version: row.version, messaging: buildMessagingAnswer(row, context) };
  },
});
