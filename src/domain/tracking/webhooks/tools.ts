/** What the operations of this family do not say about their tools. */
import { defineTools } from "#operation/define/tools.ts";

export const tools = defineTools({
  words: {
    get_webhook_delivery_logs: {
      use: "When a webhook did not arrive.",
      next: ["replay_webhook_delivery"],
      example: { state: "EXHAUSTED" },
    },
    get_webhook_settings: {
      use: "Before changing them.",
      next: ["update_webhook_settings", "test_webhook_delivery"],
      example: {},
    },
    replay_webhook_delivery: {
      use: "When the receiver is mended.",
      next: ["get_webhook_delivery_logs"],
      example: { webhook_delivery_id: 90 },
    },
    test_webhook_delivery: {
      use: "Before you rely on a receiver.",
      next: ["verify_webhook_signature", "get_webhook_delivery_logs"],
      example: { url: "https://hooks.example/packhorse", event_type: "order.delivered" },
    },
    update_webhook_settings: {
      use: "To set the URLs of your receiver.",
      next: ["test_webhook_delivery"],
      example: { event_urls: [{ event_type: "order.delivered", urls: ["https://hooks.example/packhorse"] }] },
    },
    verify_webhook_signature: {
      use: "When a receiver refuses what arrives.",
      next: ["get_webhook_guide"],
      example: {
        payload: '{"type":"order.delivered"}',
        signature: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
      },
    },
  },
  parameters: {
    event_type: "Only this type of event.",
    payload: "The body, as received.",
    since: "From this time on.",
    state: "In this state.",
    until: "Up to this time.",
    url: "Where it is sent.",
    webhook_id: "Of the header webhook-id.",
  },
});
