/**
 * Self-registration of drivers: rate limits, and the sealed payload in the queue.
 *
 * An address that has an account gets the same response as any other, so nothing here looks for one: every attempt
 * counts, and the job that creates the driver finds out.
 */
import { recordSignInAttempt, refuseTooManyFailures } from "#domain/identity/accounts/public.ts";
import type { Context, ServiceSettings } from "#operation/define/context.ts";
import { getNetworkPrefix } from "#operation/limits/enumeration-guard.ts";
import { decryptText, encryptText } from "#platform/auth/secrets.ts";
import { messages } from "./messages.ts";

/** Attempts per hour to register with one business, from one network and from all. Our choice. */
export const REGISTRATIONS_PER_NETWORK = 30;
const REGISTRATIONS_PER_BUSINESS = 300;
const HOUR_MS = 3_600_000;

const ATTEMPT = "driver_registration";

/** Count an attempt, whatever its result. Refuses 429 above the limit of one network or of the business. */
export async function countRegistration(context: Context<"too_many_failures">, email: string): Promise<void> {
  await refuseTooManyFailures(context);
  // Checked before the attempt counts for the business: one network cannot use up the limit for all.
  await refuseTooMany(context, REGISTRATIONS_PER_NETWORK - 1);
  await recordSignInAttempt(context, ATTEMPT, email, context.business_id);
  // Checked again, because concurrent attempts do not see each other.
  await refuseTooMany(context, REGISTRATIONS_PER_NETWORK);
}

async function refuseTooMany(context: Context, network_max: number): Promise<void> {
  const { db, business_id, now, request, refuse } = context;
  const counted = await db.row<{ network: number; business: number }>(
    `select count(*) as business, count(*) filter (where network = $4) as network from sign_in
      where business_id = $1 and account_id is null and result = $2 and at > $3`,
    [business_id, ATTEMPT, new Date(now.getTime() - HOUR_MS), getNetworkPrefix(request.address)],
  );
  const { network = 0, business = 0 } = counted ?? {};
  if (network <= network_max && business <= REGISTRATIONS_PER_BUSINESS) return;
  throw refuse("too_many_requests", {
    message: messages.too_many_registrations,
    headers: { "retry-after": "3600" },
  });
}

export interface DriverRegistration {
  name: string;
  email: string;
  password_hash: string;
  phone_e164: string | null;
  languages: readonly string[];
}

type Key = Pick<ServiceSettings, "secret_key">;

/** Encrypted, because names and password hashes must not be readable in the queue. */
export function sealRegistration({ secret_key }: Key, registration: DriverRegistration): string {
  return encryptText(secret_key, JSON.stringify(registration));
}

export function unsealRegistration({ secret_key }: Key, sealed: string): DriverRegistration {
  return JSON.parse(decryptText(secret_key, sealed)) as DriverRegistration;
}
