/**
 * Create the driver of a registration, or mail the owner of an address that already has an account. Runs after the
 * response, which therefore cannot reveal which of the two happened.
 */
import { enqueueEmail } from "#domain/communication/messaging/public.ts";
import { insertDriver } from "#domain/fleet/drivers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineJob } from "#operation/define/job.ts";
import { type DriverRegistration, unsealRegistration } from "../registration.ts";

/** An owner is notified at most this often. */
const NOTICE_EVERY_MS = 3_600_000;
const SUBJECT = "You have an account already";

export const registerDriverJob = defineJob({
  name: "register-driver",
  retries: 5,
  expires_s: 60,

  async run(job, data) {
    const registration = unsealRegistration(job.runtime.settings, String(data["registration"]));
    await job.transaction(async (context) => {
      const driver = await insertDriver(context as Context<never>, {
        ...registration,
        account_status: "pending_review",
        status: "pending",
        source: "registration",
      });
      if (driver === undefined) await notifyOwner(context as Context<never>, registration);
    });
  },
});

interface Owner {
  name: string;
  email: string;
  status: string;
  password_hash: string | null;
  business_name: string;
}

async function notifyOwner(
  context: Context<never>,
  { email, password_hash }: DriverRegistration,
): Promise<void> {
  const { db, business_id, now } = context;
  const owner = await db.row<Owner>(
    `select a.name, a.email, a.status, a.password_hash, b.name as business_name
       from account a join business b on b.id = a.business_id
      where a.business_id = $1 and a.email_folded = lower($2) for no key update of a`,
    [business_id, email],
  );
  // Each hash has its own salt: an account with this very hash was created by an earlier run of this job.
  if (owner === undefined || owner.status === "disabled" || owner.password_hash === password_hash) return;
  const recentNotice = await db.row(
    `select id from outbox_message
      where business_id = $1 and recipient = $2 and subject = $3 and created_at > $4 limit 1`,
    [business_id, owner.email, SUBJECT, new Date(now.getTime() - NOTICE_EVERY_MS)],
  );
  if (recentNotice !== undefined) return;
  await enqueueEmail(context, {
    business_id,
    to: owner.email,
    purpose: "notice",
    subject: SUBJECT,
    text: `Hello ${owner.name},

somebody, probably you, registered as a driver of ${owner.business_name} with this e-mail address. It has an account there already, which has not changed.

If it was you, sign in with it, or ask ${owner.business_name} to let it drive. If it was not you, there is nothing to do.
`,
  });
}
