/** A disabled endpoint gets events again. What it missed is repeated separately, because a receiver may not want it any more. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { EndpointRecord, lockEndpoint, wakeEndpoints } from "../records/webhook-endpoint.ts";

export const enableWebhookEndpoint = defineOperation({
  name: "webhookEndpointEnable",
  summary: "Enable a disabled webhook endpoint",
  access: { roles: ["client_admin", "employee"], scopes: ["webhooks:write"] },
  rest: { method: "POST", path: "/api/v1/webhook-settings/endpoints/{webhook_endpoint_id}/enable" },
  input: Type.Object({ webhook_endpoint_id: Ref("webhook_endpoint") }),
  output: Type.Object({
    result: Type.Boolean(),
    webhook_endpoint_id: Ref("webhook_endpoint"),
    state: Type.String(),
  }),
  refusals: { not_disabled: "conflict" },

  async run(context, { webhook_endpoint_id }) {
    const { refuse, emit } = context;
    const before = await lockEndpoint(context, webhook_endpoint_id);
    if (before === undefined || before.removed_at !== null)
      throw refuse("not_found", { message: messages.unknown_endpoint });
    if (before.state !== "DISABLED") throw refuse("not_disabled", { message: messages.not_disabled });
    await EndpointRecord.change(context, before, {
      state: "ACTIVE",
      disabled_at: null,
      disabled_reason: null,
      failures: 0,
      failing_since: null,
      pause_until: null,
    });
    await wakeEndpoints(context, [webhook_endpoint_id]);
    emit({
      subject: { type: "webhook_endpoint", id: webhook_endpoint_id },
      kind: "webhook.endpoint_enabled",
    });
    return { result: true, webhook_endpoint_id, state: "ACTIVE" };
  },
});
