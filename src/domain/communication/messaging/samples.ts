import { encryptText } from "#platform/auth/secrets.ts";
import { defineSamples } from "#tests/support/samples.ts";
import { PURPOSES } from "./rules.ts";

export const samples = defineSamples({
  own_texts: ["account", "from_address", "from_name", "reply_to"],
  worded_codes: { "pages/communication/messaging#purposes": PURPOSES },
  operations: {
    clientOutbox: {
      grow: ({ service, business }) =>
        service.system.execute(
          `insert into outbox_message (business_id, channel, provider, recipient, body_sealed, state, created_at, purpose)
           values ($1, 'email', 'outbox', 'a@test.example', $2, 'kept', now(), 'test')`,
          [business.id, encryptText(service.runtime.settings.secret_key, "Hello.")],
        ),
    },
  },
});
