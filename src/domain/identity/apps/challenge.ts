/** Codes sent to telephones: creating one, limiting how often, and checking one. */
import { randomBytes, randomInt } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import { getNetworkPrefix } from "#operation/limits/enumeration-guard.ts";
import { signText, verifySignature } from "#platform/auth/secrets.ts";
import type { AppRow } from "./records/app-assignment.ts";
import { registrationMessages as messages } from "./registration-messages.ts";
import { CODE_LENGTH, RESEND_AFTER_S } from "./registration-settings.ts";

export function createChallenge(): { challenge_id: string; code: string } {
  return {
    challenge_id: randomBytes(32).toString("hex"),
    code: String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0"),
  };
}

const PURPOSE = "app_challenge";

/** All of a million codes can be hashed quickly, so the hash needs the installation's key. */
export function hashCode(
  { secret_key }: Context["settings"],
  { challenge_id, code }: { challenge_id: string; code: string },
): string {
  return signText(secret_key, PURPOSE, `${challenge_id}.${code}`);
}

const HOUR_MS = 3_600_000;
/**
 * Codes per hour: to one number as one network requests them and altogether, from one network, of one client. A stranger's
 * requests for somebody's number leave its owner some. Our choice.
 */
const CODES_PER_HOUR = { own: 5, phone: 10, address: 30, business: 300 };

interface CodeCounts {
  /** Of the number, from the network. */
  last_at: string | null;
  own: number;
  own_first_at: string | null;
  phone: number;
  phone_first_at: string | null;
  address: number;
  business: number;
}

const COUNT = `select max(created_at) filter (where phone_e164 = $3 and address = $4 and state <> 'failed') as last_at,
    count(*) filter (where phone_e164 = $3 and address = $4) as own,
    min(created_at) filter (where phone_e164 = $3 and address = $4) as own_first_at,
    count(*) filter (where phone_e164 = $3) as phone, min(created_at) filter (where phone_e164 = $3) as phone_first_at,
    count(*) filter (where address = $4) as address, count(*) as business
  from app_challenge where business_id = $1 and created_at > $2`;

const LOCK =
  "select pg_advisory_xact_lock(hashtextextended($1, 0)), pg_advisory_xact_lock(hashtextextended($2, 0))";

/**
 * Refuse 429 with the seconds to wait. Requests of one network and of one number are serialised, so that concurrent
 * ones are counted too.
 */
export async function refuseTooMany(context: Context<"too_many_codes">, phone_e164: string): Promise<void> {
  const { db, business_id, now, request, refuse } = context;
  const address = getNetworkPrefix(request.address);
  await db.row(LOCK, [`${PURPOSE}/${business_id}/${address}`, `${PURPOSE}/${business_id}/${phone_e164}`]);
  const counted = await db.row<CodeCounts>(COUNT, [
    business_id,
    new Date(now.getTime() - HOUR_MS),
    phone_e164,
    address,
  ]);
  const wait_s = computeWait(counted, now);
  if (wait_s === 0) return;
  throw refuse("too_many_codes", {
    message: messages.too_many_codes,
    values: { wait_s },
    extra: { retry_after_s: wait_s },
    headers: { "retry-after": String(wait_s) },
  });
}

/** Seconds until the next code may be requested; 0 if now. */
function computeWait(counted: CodeCounts | undefined, now: Date): number {
  if (counted === undefined) return 0;
  const secondsTo = (moment: number) => Math.max(1, Math.ceil((moment - now.getTime()) / 1000));
  const { last_at, own_first_at, phone_first_at } = counted;
  const next = last_at === null ? 0 : Date.parse(last_at) + RESEND_AFTER_S * 1000;
  if (next > now.getTime()) return secondsTo(next);
  if (counted.own >= CODES_PER_HOUR.own && own_first_at !== null)
    return secondsTo(Date.parse(own_first_at) + HOUR_MS);
  if (counted.phone >= CODES_PER_HOUR.phone && phone_first_at !== null)
    return secondsTo(Date.parse(phone_first_at) + HOUR_MS);
  const is_over = counted.address >= CODES_PER_HOUR.address || counted.business >= CODES_PER_HOUR.business;
  return is_over ? 600 : 0;
}

export type ChallengeRefusal = "challenge_invalid" | "code_wrong";

/**
 * The telephone number that a challenge and its code prove, for the app and client of the challenge. For `prepare`:
 * each call uses one of five tries, whatever the result of the request.
 */
export async function verifyChallenge(
  context: Context<ChallengeRefusal>,
  app: Pick<AppRow, "business_id" | "assignment_id">,
  proof: { challenge_id: string; code: string },
): Promise<string> {
  const { system_queries, now, settings, refuse } = context;
  const spent = await system_queries.spendCodeTry(app, proof.challenge_id, now);
  if (spent === undefined) {
    throw refuse("challenge_invalid", {
      message: messages.challenge_invalid,
      errors: [{ field: "challenge_id", message: messages.challenge_invalid }],
    });
  }
  const { code_hash, phone_e164, tries_left } = spent;
  if (verifySignature(settings.secret_key, PURPOSE, `${proof.challenge_id}.${proof.code}`, code_hash))
    return phone_e164;
  throw refuse("code_wrong", {
    message: messages.code_wrong,
    values: { tries_left },
    extra: { tries_left },
    errors: [{ field: "code", message: messages.code_wrong.with({ tries_left }) }],
  });
}
