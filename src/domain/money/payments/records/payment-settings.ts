/** The processor of card payments of a business: how its settings are stored and shown. */

import assert from "node:assert";
import { randomBytes } from "node:crypto";
import type Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { addToDirectory } from "#operation/records/directory.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import type { PaymentSettings, PROCESSORS } from "../shapes.ts";

export interface PaymentSettingsRow extends Row<"payment_settings"> {
  vendor: (typeof PROCESSORS)[number];
}

const PaymentSettingsRecord = defineRecord<"payment_settings", PaymentSettingsRow>("payment_settings");

const OF_BUSINESS = "select * from payment_settings where business_id = $1";

export function loadPaymentSettings({
  db,
  business_id,
}: Pick<Context<never>, "db" | "business_id">): Promise<PaymentSettingsRow | undefined> {
  return db.row<PaymentSettingsRow>(OF_BUSINESS, [business_id]);
}

/** Locked, with an address for events where there was none. */
export async function lockPaymentSettings(context: Context<never>): Promise<PaymentSettingsRow> {
  const endpoint_key = randomBytes(24).toString("base64url");
  if ((await PaymentSettingsRecord.insertIfAbsent(context, { endpoint_key })) !== undefined)
    await addToDirectory(context, "payment_settings", hashToken(endpoint_key));
  const row = await context.db.row<PaymentSettingsRow>(`${OF_BUSINESS} for update`, [context.business_id]);
  assert(row !== undefined, "Settings that were inserted have no row.");
  return row;
}

/** The next version of locked settings. A row of a business has no id. */
export function savePaymentSettings(
  { db, business_id }: Context<never>,
  next: PaymentSettingsRow,
): Promise<PaymentSettingsRow | undefined> {
  return db.row<PaymentSettingsRow>(
    `update payment_settings set vendor = $2, base_url = $3, secret_sealed = $4, secret_end = $5, event_secret_sealed = $6,
       event_secret_end = $7, topup_min_minor = $8, topup_max_minor = $9, version = version + 1
      where business_id = $1 returning *`,
    [
      business_id,
      next.vendor,
      next.base_url,
      next.secret_sealed,
      next.secret_end,
      next.event_secret_sealed,
      next.event_secret_end,
      next.topup_min_minor,
      next.topup_max_minor,
    ],
  );
}

export function toPaymentSettings(
  row: PaymentSettingsRow | undefined,
  base_url: string,
): Type.Static<typeof PaymentSettings> {
  return {
    vendor: row?.vendor ?? "none",
    base_url: row?.base_url ?? null,
    secret_key: {
      configured: row !== undefined && row.secret_sealed !== null,
      last_four: row?.secret_end ?? null,
    },
    event_secret: {
      configured: row !== undefined && row.event_secret_sealed !== null,
      last_four: row?.event_secret_end ?? null,
    },
    events_url: row === undefined ? null : `${base_url}/api/v1/payments/events/${row.endpoint_key}`,
    topup_min_minor: row?.topup_min_minor ?? 100,
    topup_max_minor: row?.topup_max_minor ?? 100_000_000,
  };
}
