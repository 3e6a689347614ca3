import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { makeLink } from "#tests/support/links.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { LINK_OPERATIONS, SUBJECT } from "./link.ts";
import { setNotificationRecipient } from "./operations/set-notification-recipient.ts";
import { NOTIFICATION_EVENTS } from "./rules.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    notification_recipient: number;
    notification_push: number;
  }
}

/** What a browser returns. */
function subscribe() {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  return {
    endpoint: `https://push.example/${randomUUID()}`,
    keys: {
      p256dh: ecdh.getPublicKey().toString("base64url"),
      auth: randomBytes(16).toString("base64url"),
    },
    language: "en",
  };
}

async function addNotification({ service, business }: Fixture, order_id: number): Promise<number> {
  const row = await service.system.row<{ id: number }>(
    `insert into notification (business_id, order_id, event, occurrence, channel, target, language, state, reason, expires_at,
       occurred_at, currency, created_at)
     values ($1, $2, 'delivered', $3, 'email', 'someone@test.example', 'en', 'suppressed', 'stale', now(), now(), 'EUR', now())
     returning id`,
    [business.id, order_id, randomUUID()],
  );
  return row?.id ?? 0;
}

export const samples = defineSamples({
  own_texts: ["beyond_gsm7", "kinds", "push_key", "target"],
  worded_codes: { "pages/execution/notifications#events": NOTIFICATION_EVENTS },
  records: {
    notification: async (fixture) => addNotification(fixture, await fixture.id("order")),
    notification_recipient: async (fixture) => {
      const address = `${fixture.unique_word.toLowerCase()}@test.example`;
      await fixture.people.client_admin.call(setNotificationRecipient, {
        channel: "email",
        address,
        opted_out: true,
      });
      const row = await fixture.service.system.row<{ id: number }>(
        "select id from notification_recipient where business_id = $1 and address = $2",
        [fixture.business.id, address],
      );
      return row?.id ?? 0;
    },
    notification_push: async (fixture) => {
      const { service, business } = fixture;
      const { registry, authentication } = service.runtime;
      const order_id = await fixture.id("order");
      const token = await makeLink(business, [LINK_OPERATIONS.subscribe], { type: SUBJECT, id: order_id });
      const link = await authentication.authenticateLink(token, service.now());
      await service.call(link, registry.get(LINK_OPERATIONS.subscribe), subscribe());
      const row = await service.system.row<{ id: number }>(
        "select id from notification_push where business_id = $1 and order_id = $2",
        [business.id, order_id],
      );
      return row?.id ?? 0;
    },
  },
  operations: {
    clientOrderNotifications: { needs: ["notification"] },
    clientNotificationRecipientSet: {
      inputs: [() => ({ channel: "email", address: "someone@test.example", opted_out: true })],
    },
    clientNotificationPreview: {
      inputs: [() => ({ event: "delivered", channel: "sms" })],
    },
    clientNotificationTest: {
      inputs: [() => ({ event: "delivered", channel: "email", language: "en" })],
    },
    clientNotificationTemplateSet: {
      inputs: [
        () => ({ event: "delivered", channel: "sms", language: "en", subject: "", body: "Done: {number}" }),
      ],
    },
    [LINK_OPERATIONS.subscribe]: { inputs: [() => subscribe()] },
    [LINK_OPERATIONS.unsubscribe]: { inputs: [() => ({ endpoint: "https://push.example/none" })] },
    messagingReport: { inputs: [() => ({ business: 1, signature: "AA==", form: "Body=STOP" })] },
  },
});
