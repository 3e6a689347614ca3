/** What a business set for its webhooks, and its signing secrets. */
import type { Context } from "#operation/define/context.ts";
import { decryptText, encryptText } from "#platform/auth/secrets.ts";
import type { Db } from "#platform/db/db.ts";
import { createSigningSecret, readSecret } from "./signature.ts";
import type { WebhookEndpointRow, WebhookSecretRow, WebhookSettingsRow } from "./tables.ts";

export type Flags = Pick<WebhookSettingsRow, "ordered" | "hide_prices" | "paused" | "max_per_second">;

export type StoredFlags = Flags & Pick<WebhookSettingsRow, "version">;

const DEFAULT_FLAGS: StoredFlags = {
  ordered: true,
  hide_prices: false,
  paused: false,
  max_per_second: null,
  version: 0,
};

const FLAG_COLUMNS = "ordered, hide_prices, paused, max_per_second, version";

export async function loadFlags(db: Db, business_id: number): Promise<StoredFlags> {
  const row = await db.row<StoredFlags>(
    `select ${FLAG_COLUMNS} from webhook_settings where business_id = $1`,
    [business_id],
  );
  return row ?? DEFAULT_FLAGS;
}

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
export async function createSecret(
  { db, business_id, now, settings, emit }: Context<never>,
  others_until: Date | null,
): Promise<string> {
  const secret = createSigningSecret();
  if (others_until !== null)
    await db.execute(
      `update webhook_secret set expires_at = $2
       where business_id = $1 and (expires_at is null or expires_at > $2)`,
      [business_id, others_until],
    );
  const row = await db.row<{ id: number }>(
    "insert into webhook_secret (business_id, sealed, created_at) values ($1, $2, $3) returning id",
    [business_id, encryptText(settings.secret_key, secret), now],
  );
  emit({
    subject: { type: "webhook_settings", id: business_id },
    kind: "webhook.secret_created",
    payload: { secret_id: row?.id ?? 0, others_until: others_until?.toISOString() ?? null },
  });
  return secret;
}

/** The first secret is created with the first URL, or the first test. Null when there is one. */
export async function createFirstSecret(context: Context<never>): Promise<string | null> {
  const { db, business_id, now } = context;
  const secrets = await listActiveSecrets(db, business_id, now);
  return secrets.length === 0 ? createSecret(context, null) : null;
}

/** Waiting deliveries of an endpoint are counted up to this. */
const WAITING_MAX = 1000;

export type EndpointView = Omit<WebhookEndpointRow, "business_id" | "wakes" | "next_at" | "removed_at"> & {
  event_types: string[];
  waiting: number;
};

export const listEndpoints = (db: Db, business_id: number): Promise<EndpointView[]> =>
  db.rows<EndpointView>(
    `select e.id, e.url, e.state, e.disabled_reason, e.disabled_at, e.failures, e.failing_since, e.last_success_at,
       e.last_failure_at, e.last_error, e.last_status, e.pause_until, e.created_at,
       array(select s.event_type from webhook_subscription s
         where s.business_id = e.business_id and s.endpoint_id = e.id order by s.event_type) as event_types,
       (select count(*) from (select from webhook_delivery d
         where d.business_id = e.business_id and d.endpoint_id = e.id and d.next_at is not null limit ${WAITING_MAX}) open) as waiting
     from webhook_endpoint e where e.business_id = $1 and e.removed_at is null order by e.id`,
    [business_id],
  );
