/**
 * Send the links for a forgotten password. An address with accounts in several businesses gets one message for each; an
 * unknown one gets none. At most three links an hour for each account.
 */
import { ACCOUNT_AND_BUSINESS } from "#operation/caller/people.ts";
import { defineJob } from "#operation/define/job.ts";
import { unsealLinkRequest } from "../link-request.ts";
import { type Recipient, sendReset } from "../links.ts";
import { lockAccounts } from "../lock.ts";

const LINKS_PER_HOUR = 3;

export const sendPasswordLinks = defineJob({
  name: "send-password-links",
  retries: 5,
  expires_s: 60,
  cross_tenant: true,

  async run(job, data) {
    const { email, business } = unsealLinkRequest(job.runtime.settings, String(data["request"]));
    await job.transaction(async (context) => {
      const { db, now, emit } = context;
      const recipients = await db.rows<Recipient>(
        `select a.id as account_id, a.business_id, coalesce(b.name, 'Packhorse') as business_name, a.email, a.name
           from ${ACCOUNT_AND_BUSINESS}
          where a.email_folded = lower($1) and a.status in ('active', 'invited') and coalesce(b.status, 'active') = 'active'
            and ($2::text is null or b.code = $2)
          order by a.id limit 20`,
        [email, business],
      );
      const ids = recipients.map(({ account_id }) => account_id);
      // Counted under the lock: concurrent jobs see the links sent by those before them.
      await lockAccounts(db, ids);
      const full = await db.rows<{ account_id: number }>(
        `select account_id from password_reset where account_id = any($1::bigint[]) and expires_at > $2
          group by account_id having count(*) >= $3`,
        [ids, now, LINKS_PER_HOUR],
      );
      for (const recipient of recipients) {
        if (full.some(({ account_id }) => account_id === recipient.account_id)) continue;
        await sendReset(context as never, recipient);
        emit({
          subject: { type: "account", id: recipient.account_id },
          business_id: recipient.business_id ?? 0,
          kind: "account.password_reset_requested",
        });
      }
    });
  },
});
