import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { fanOut } from "#tests/support/webhooks.ts";
import { updateWebhookSettings } from "./operations/update-webhook-settings.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    webhook_receiver: number;
  }
}

/** No name has a label of 64 characters, so nothing is called and nothing waits for an answer. */
const URL_WITHOUT_ADDRESS = `https://${"a".repeat(64)}.example/`;

const subscribe = async ({ people }: Fixture, url: string): Promise<number> => {
  const { settings } = await people.client_admin.call(updateWebhookSettings, {
    event_urls: [{ event_type: "order.created", urls: [url] }],
  });
  return settings.endpoints.find((endpoint) => endpoint.url === url)?.id ?? 0;
};

export const samples = defineSamples({
  own_texts: ["event_type", "event_types", "urls", "webhook_id", "webhook_timestamp", "when"],
  no_price: {
    "webhookEventTypes/event_types/kinds/payload": "JSON Schemas, and samples that are made of them",
    "webhookEventTypes/event_types/sample": "JSON Schemas, and samples that are made of them",
  },
  records: {
    // Disabled.
    async webhook_endpoint(fixture) {
      const { settings } = await fixture.people.client_admin.call(updateWebhookSettings, {
        event_urls: [{ event_type: "order.delivered", urls: [URL_WITHOUT_ADDRESS] }],
      });
      const id = settings.endpoints.find(({ url }) => url === URL_WITHOUT_ADDRESS)?.id ?? 0;
      await fixture.service.system.execute(
        "update webhook_endpoint set state = 'DISABLED', disabled_reason = 'gone', disabled_at = now(), next_at = null where id = $1",
        [id],
      );
      return id;
    },
    webhook_receiver: (fixture) => subscribe(fixture, `${URL_WITHOUT_ADDRESS}${fixture.unique_word}`),
    // Ended without success.
    async webhook_delivery(fixture) {
      const endpoint_id = await subscribe(fixture, `${URL_WITHOUT_ADDRESS}${fixture.unique_word}`);
      await fixture.another("order");
      await fanOut(fixture.service, fixture.business.id);
      const row = await fixture.service.system.row<{ id: number }>(
        `update webhook_delivery set state = 'EXHAUSTED', next_at = null, finished_at = now()
         where id = (select max(id) from webhook_delivery where endpoint_id = $1) returning id`,
        [endpoint_id],
      );
      return row?.id ?? 0;
    },
  },
  operations: {
    webhookSettingsUpdate: {
      inputs: [
        () => ({ event_urls: [{ event_type: "order.held", urls: [URL_WITHOUT_ADDRESS] }], ordered: false }),
      ],
    },
    webhookTest: { inputs: [() => ({ url: URL_WITHOUT_ADDRESS })] },
    webhookVerify: {
      inputs: [
        () => ({
          payload: { id: "evt_1_order-held" },
          signature: "v1,AAAA",
          webhook_timestamp: "1767225600",
          secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}`,
        }),
      ],
    },
    webhooksReplayMissing: {
      inputs: [
        (i) => ({ since: "2026-01-01T00:00:00Z", webhook_endpoint_id: i.webhook_receiver }),
        () => ({ since: "2026-01-01T00:00:00Z" }),
      ],
    },
    webhookDeliveries: {
      needs: ["webhook_delivery"],
      grow: (fixture) => fixture.another("webhook_delivery"),
    },
  },
});
