/**
 * Send a real, signed test to a URL, and say what it answered. It is signed as deliveries are, and logged.
 *
 * Source: docs/contract/mcp.md, "test_webhook_delivery".
 */
import Type, { type Static } from "typebox";
import { lockBusiness } from "#operation/caller/business.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { insertTest, saveTest } from "../records/webhook-delivery.ts";
import { createFirstSecret, listActiveSecrets, openSecrets } from "../records/webhook-secret.ts";
import { buildTestEvent } from "../sample.ts";
import { buildHeaders, toUnixSeconds } from "../send-batch.ts";
import { NewSecret, URL_MAX } from "../shapes.ts";

const Outcome = Type.Object({
  result: Type.Boolean({ description: "True when it was answered with a status of 200 to 299." }),
  state: StringEnum(["PENDING", "DELIVERED", "EXHAUSTED"]),
  http_status: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  duration_ms: Nullable(Type.Integer()),
  response: Nullable(Type.String({ description: "The beginning of what was answered." })),
});
type Outcome = Static<typeof Outcome>;

const DEFAULT_TYPE = "order.status_changed";

export const testWebhook = defineOperation({
  name: "webhookTest",
  summary: "Send a test webhook",
  description:
    "Sends a real, signed test to a URL that you provide, once, and returns what the receiver answered. The body is a sample " +
    "of the event type with `test: true`. Without a signing secret so far, one is created and shown in `secret`.",
  destructive: false,
  access: { roles: ["client_admin", "employee"], scopes: ["webhooks:write"] },
  rest: { method: "POST", path: "/api/v1/webhooks/test" },
  mcp: { developer: "test_webhook_delivery" },
  secret_answer: true,
  // A test calls the URL of its input.
  limit: { name: "webhook_test", per_s: 0.2, burst: 20 },
  input: Type.Object({
    url: Type.String({ minLength: 1, maxLength: URL_MAX }),
    event_type: Type.Optional(
      Type.String({ maxLength: 100, description: `A public type; ${DEFAULT_TYPE} when absent.` }),
    ),
  }),
  output: Type.Object({
    ...Outcome.properties,
    webhook_delivery_id: Ref("webhook_delivery"),
    body: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
    secret: NewSecret,
  }),
  unpredicted: ["result", "state", "http_status", "error", "duration_ms", "response"],

  prepare: ({ providers }, { url }) => providers.webhooks.checkUrl(url),

  async run(context, { url, event_type = DEFAULT_TYPE }, fault) {
    const { db, business_id, now, refuse, events } = context;
    const errors = [
      ...(fault === null ? [] : [{ field: "url", message: messages.url_faults[fault], code: fault }]),
      ...(events.types.has(event_type) ? [] : [{ field: "event_type", message: messages.no_public_type }]),
    ];
    if (errors.length > 0) throw refuse("invalid_request", { message: messages.nothing_sent, errors });
    await lockBusiness(db, business_id);
    const secret = await createFirstSecret(context);
    const id = await insertTest(context, { url, event_type });
    const unsent: Outcome = {
      result: false,
      state: "PENDING",
      http_status: null,
      error: null,
      duration_ms: null,
      response: null,
    };
    const body: Record<string, unknown> = buildTestEvent(events, event_type, id, business_id, now);
    return { ...unsent, webhook_delivery_id: id, body, secret };
  },

  async perform({ db, business_id, now, settings, providers }, { url }, { body }) {
    const keys = openSecrets(settings.secret_key, await listActiveSecrets(db, business_id, now));
    const text = JSON.stringify(body);
    const message = { id: String(body["id"]), timestamp: toUnixSeconds(now), body: text };
    return providers.webhooks.post(url, buildHeaders(keys, message), text);
  },

  async settle(context, _input, answer, webhook_answer) {
    const state = await saveTest(context, answer.webhook_delivery_id, webhook_answer);
    return {
      ...answer,
      result: webhook_answer.error === null,
      state,
      http_status: webhook_answer.status,
      error: webhook_answer.error,
      duration_ms: webhook_answer.duration_ms,
      response: webhook_answer.excerpt,
    };
  },
});
