/** Where the events of the business are sent, and how each receiver does. Never returns secrets. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { listEndpoints } from "../records/webhook-endpoint.ts";
import { listActiveSecrets } from "../records/webhook-secret.ts";
import { loadFlags } from "../records/webhook-settings.ts";
import { buildSettingsView, WebhookSettingsView } from "../shapes.ts";

export const getWebhookSettings = defineOperation({
  name: "webhookSettings",
  summary: "Get the settings of webhooks",
  description:
    "Callback URLs by event type, the flags, the secrets by id, and the state of each URL: `FAILING` after minutes without a " +
    "success, `DISABLED` after 410 or five days without one.",
  access: { scopes: ["webhooks:read"] },
  rest: { method: "GET", path: "/api/v1/webhook-settings" },
  mcp: { developer: "get_webhook_settings" },
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), settings: WebhookSettingsView }),

  async run({ db, business_id, now }) {
    const [flags, endpoints, secrets] = await Promise.all([
      loadFlags(db, business_id),
      listEndpoints(db, business_id),
      listActiveSecrets(db, business_id, now),
    ]);
    const settings = buildSettingsView(flags, endpoints, secrets);
    return { result: true, version: settings.version, settings };
  },
});
