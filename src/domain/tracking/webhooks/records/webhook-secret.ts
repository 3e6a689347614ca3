/** The signing secrets of a business: what one is, which sign now, and how the next is created. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { decryptText, encryptText } from "#platform/auth/secrets.ts";
import type { Db } from "#platform/db/db.ts";
import { createSigningSecret, readSecret } from "../signature.ts";

/** `sealed`: encrypted. `expires_at`: null until there is a newer one. */
type WebhookSecretRow = Row<"webhook_secret">;

const WebhookSecretRecord = defineRecord("webhook_secret");

export type ActiveSecret = Pick<WebhookSecretRow, "id" | "sealed" | "created_at" | "expires_at">;

/** Newest first. */
export const listActiveSecrets = (db: Db, business_id: number, now: Date): Promise<ActiveSecret[]> =>
  db.rows<ActiveSecret>(
    `select id, sealed, created_at, expires_at from webhook_secret
     where business_id = $1 and (expires_at is null or expires_at > $2) order by id desc`,
    [business_id, now],
  );

export function openSecrets(secret_key: Buffer, secrets: readonly Pick<ActiveSecret, "sealed">[]): Buffer[] {
  return secrets.flatMap(({ sealed }) => readSecret(decryptText(secret_key, sealed)) ?? []);
}

/** A new secret. Those before it sign until `others_until`; null: as long as they did. */
export async function createSecret(context: Context<never>, others_until: Date | null): Promise<string> {
  const { db, business_id, settings, emit } = context;
  const secret = createSigningSecret();
  if (others_until !== null)
    await db.execute(
      `update webhook_secret set expires_at = $2
       where business_id = $1 and (expires_at is null or expires_at > $2)`,
      [business_id, others_until],
    );
  const { id: secret_id } = await WebhookSecretRecord.insert(context, {
    sealed: encryptText(settings.secret_key, secret),
  });
  emit({
    subject: { type: "webhook_settings", id: business_id },
    kind: "webhook.secret_created",
    payload: { secret_id, others_until: others_until?.toISOString() ?? null },
  });
  return secret;
}

/** The first secret is created with the first URL, or the first test. Null when there is one. */
export async function createFirstSecret(context: Context<never>): Promise<string | null> {
  const { db, business_id, now } = context;
  const secrets = await listActiveSecrets(db, business_id, now);
  return secrets.length === 0 ? createSecret(context, null) : null;
}
