/**
 * The default without a mail server: nothing leaves the machine. What would have been sent is kept in the
 * outbox, sealed, and an administrator reads it there.
 */
import { seal } from "#platform/auth/secrets.ts";
import type { EmailPort } from "./port.ts";

export const outbox: EmailPort = {
  name: "outbox",
  async handOver({ db, now, settings }, { business_id, to, subject, text }) {
    await db.execute(
      `insert into outbox_message (business_id, channel, provider, recipient, subject, body_sealed, state, created_at)
       values ($1, 'email', 'outbox', $2, $3, $4, 'kept', $5)`,
      [business_id, to, subject, seal(settings.secret_key, text), now],
    );
  },
};
