/**
 * Check an e-mail address and a password, for every kind of sign-in: console, API, driver app.
 *
 * Only reads, apart from the record of a failure, which must be committed although the request is refused.
 */

import type { Context } from "#operation/define/context.ts";
import { getNetworkPrefix } from "#operation/limits/enumeration-guard.ts";
import { hashPassword, verifyPassword } from "#platform/auth/secrets.ts";
import { messages } from "./messages.ts";
import type { SignInAccount } from "./system-queries.ts";

/** The refusals of every operation that signs somebody in. */
export const SIGN_IN_REFUSALS = {
  bad_credentials: "unauthenticated",
  account_locked: "locked",
  account_disabled: "forbidden",
  business_needed: "conflict",
  too_many_failures: "too_many",
} as const;

export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS;

/** Failures from one network within the window before it is refused. */
const ADDRESS_FAILURES_MAX = 100;
const ADDRESS_WINDOW_MS = 10 * 60 * 1000;

/**
 * The result recorded for all but the first account when a password was tried on several accounts of an address,
 * because it is one try.
 */
const SAME_ATTEMPT = "also_wrong_password";

/** A hash that matches no password, so that an unknown address takes as long as a wrong password. */
const NO_PASSWORD_HASH = hashPassword("nobody has this password");

interface Credentials {
  email: string;
  password: string;
  business?: string | undefined;
}

/** Refuse a network with too many failures, whatever it tried. */
export async function refuseTooManyFailures({
  system_queries,
  now,
  request,
  refuse,
}: Context<"too_many_failures">): Promise<void> {
  const since = new Date(now.getTime() - ADDRESS_WINDOW_MS);
  if (
    (await system_queries.countFailedSignIns(getNetworkPrefix(request.address), since)) < ADDRESS_FAILURES_MAX
  )
    return;
  throw refuse("too_many_failures", {
    message: messages.too_many_failures,
    headers: { "retry-after": "600" },
  });
}

export function refuseLockedUntil(
  { now, refuse }: Pick<Context<"account_locked">, "now" | "refuse">,
  until: string | null,
): void {
  if (until === null || new Date(until) <= now) return;
  throw refuse("account_locked", { message: messages.account_locked, values: { until } });
}

type TriedAccount = Pick<SignInAccount, "account_id" | "business_id">;

/** An attempt with something other than a password: no account is looked up for it. */
export function recordSignInAttempt(
  { system_queries, now, request }: Pick<Context, "system_queries" | "now" | "request">,
  result: string,
  email: string,
  business_id: number | null = null,
): Promise<void> {
  return system_queries.recordFailedSignIn({
    account_id: null,
    business_id,
    email,
    address: request.address,
    network: getNetworkPrefix(request.address),
    device: request.user_agent,
    result,
    session: null,
    at: now,
  });
}

/**
 * Committed although the request is refused or a dry run; counts towards the lock of an account, and `wrong_password`
 * towards the lock of the address. The tries of somebody who has signed in count for that `session` alone.
 */
export function recordSignInFailure(
  { system_queries, now, request }: Pick<Context, "system_queries" | "now" | "request">,
  result: string,
  email: string,
  account: TriedAccount | null,
  session: string | null = null,
): Promise<void> {
  return system_queries.recordFailedSignIn({
    account_id: account?.account_id ?? null,
    business_id: account?.business_id ?? null,
    email,
    address: request.address,
    network: result === SAME_ATTEMPT ? null : getNetworkPrefix(request.address),
    device: request.user_agent,
    result,
    session,
    at: now,
  });
}

export async function checkSignIn(
  context: Context<SignInRefusal>,
  { email, password, business }: Credentials,
  isAllowed: (account: SignInAccount) => boolean = () => true,
): Promise<SignInAccount> {
  const { system_queries, now, refuse } = context;
  const note = (result: string, account: SignInAccount | null) =>
    recordSignInFailure(context, result, email, account);
  await refuseTooManyFailures(context);
  const refuseUntil = (until: string | null) => refuseLockedUntil(context, until);
  // Checked before the address is looked up: a lock must not reveal whether the address is known.
  const findLock = () => system_queries.findEmailLock(email, getNetworkPrefix(context.request.address), now);
  const { until: email_locked_until, known_account_ids } = await findLock();
  refuseUntil(email_locked_until);
  const accounts = (await system_queries.listAccountsOfEmail(email)).filter(
    (account) => isAllowed(account) && (business === undefined || account.business_code === business),
  );
  // A network that signed in before has its own count, apart from other clients: otherwise anybody locks the owner out.
  const refuseLocked = (among: readonly SignInAccount[]) => {
    for (const { account_id, locked_until } of among)
      if (!known_account_ids.includes(account_id)) refuseUntil(locked_until);
  };
  refuseLocked(accounts);
  const matching = (await findMatchingAccounts(accounts, password)).filter((one) => !isUnapprovedDriver(one));
  const [account] = matching;
  if (account === undefined) {
    await note("wrong_password", accounts[0] ?? null);
    // The password was tried on each account, so each counts it towards its lock.
    for (const tried of accounts.slice(1)) await note(SAME_ATTEMPT, tried);
    throw refuse("bad_credentials", { message: messages.bad_credentials });
  }
  // Concurrent guesses all saw the account unlocked; those before this one may have locked it meanwhile.
  if (known_account_ids.length > 0) refuseUntil((await findLock()).until);
  refuseLocked(
    (await system_queries.listAccountsOfEmail(email)).filter((one) => one.account_id === account.account_id),
  );
  if (matching.length > 1) {
    const codes = matching.map((one) => one.business_code ?? "platform").join(", ");
    throw refuse("business_needed", { message: messages.business_needed, values: { codes } });
  }
  if (
    account.status !== "active" ||
    (account.business_status !== null && account.business_status !== "active")
  ) {
    await note("disabled", null);
    throw refuse("account_disabled", { message: messages.account_disabled });
  }
  return account;
}

/**
 * The account of a driver who registered and is not approved yet is treated as missing: otherwise a person who registers an
 * address could learn, by signing in with the chosen password, whether the address was free.
 */
function isUnapprovedDriver({ role, status }: SignInAccount): boolean {
  return role === "driver" && status === "pending_review";
}

/**
 * The accounts whose password matches. One hash is always checked, so that the response time does not reveal whether
 * there are any.
 */
async function findMatchingAccounts(
  accounts: readonly SignInAccount[],
  password: string,
): Promise<SignInAccount[]> {
  const tried = accounts.filter(({ password_hash }) => password_hash !== null);
  if (tried.length === 0) await verifyPassword(await NO_PASSWORD_HASH, password);
  const matches = await Promise.all(
    tried.map((one) => verifyPassword(one.password_hash as string, password)),
  );
  return tried.filter((_one, index) => matches[index]);
}

/** An administrator, or a new password, removes every lock of the account: it may be tried again at once. */
export async function recordUnlock(
  { db, now }: Pick<Context, "db" | "now">,
  account_id: number,
): Promise<void> {
  await db.execute(
    `insert into sign_in (business_id, account_id, email_folded, result, at)
     select business_id, id, email_folded, 'unlocked', $2 from account where id = $1`,
    [account_id, now],
  );
}
