/**
 * Checking an e-mail address and a password, for every sign-in there is: console, API, driver app.
 *
 * Reads only, apart from the record of a failure, which must stay although the request is refused.
 */

import type { Context } from "#operation/context.ts";
import { networkOf } from "#operation/guesses.ts";
import { hashPassword, passwordFits } from "#platform/auth/secrets.ts";
import type { SignInAccount } from "#platform/doors.ts";
import { messages } from "./messages.ts";

/** What every operation that signs somebody in may refuse. */
export const SIGN_IN_REFUSALS = {
  bad_credentials: "unauthenticated",
  account_locked: "locked",
  account_disabled: "forbidden",
  business_needed: "conflict",
  too_many_failures: "too_many",
} as const;

export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS;

/** Failures from one network within the window before it must wait. */
const ADDRESS_FAILURES_MAX = 100;
const ADDRESS_WINDOW_MS = 10 * 60 * 1000;

/** The password was tried on several accounts of an address: what stands at all but the first, as it is one try. */
const ALSO_WRONG = "also_wrong_password";

/** A hash of no password, so that an unknown address takes as long as a wrong password. */
const nobody = hashPassword("nobody has this password");

interface Credentials {
  email: string;
  password: string;
  business?: string | undefined;
}

/** Refuses a network that failed too often, whatever it tried. */
export async function refuseGuessing({
  doors,
  now,
  request,
  refuse,
}: Context<"too_many_failures">): Promise<void> {
  const since = new Date(now.getTime() - ADDRESS_WINDOW_MS);
  if ((await doors.failedSignInsFrom(networkOf(request.address), since)) < ADDRESS_FAILURES_MAX) return;
  throw refuse("too_many_failures", {
    message: messages.too_many_failures,
    headers: { "retry-after": "600" },
  });
}

type TriedAccount = Pick<SignInAccount, "account_id" | "business_id">;

/**
 * Stays on record although the request is refused, or only previewed; counts towards the lock of an account, and
 * `wrong_password` towards that of the address.
 */
export function noteFailure(
  { doors, now, request }: Pick<Context, "doors" | "now" | "request">,
  result: string,
  email: string,
  account: TriedAccount | null,
): Promise<void> {
  return doors.noteFailedSignIn({
    account_id: account?.account_id ?? null,
    business_id: account?.business_id ?? null,
    email,
    address: request.address,
    network: result === ALSO_WRONG ? null : networkOf(request.address),
    device: request.user_agent,
    result,
    at: now,
  });
}

export async function checkSignIn(
  context: Context<SignInRefusal>,
  { email, password, business }: Credentials,
  isAllowed: (account: SignInAccount) => boolean = () => true,
): Promise<SignInAccount> {
  const { doors, now, refuse } = context;
  const note = (result: string, account: SignInAccount | null) =>
    noteFailure(context, result, email, account);
  await refuseGuessing(context);
  const refuseUntil = (until: string | null | undefined) => {
    if (until === null || until === undefined || new Date(until) <= now) return;
    throw refuse("account_locked", { message: messages.account_locked, values: { until } });
  };
  // Before it is looked whether anybody has the address: a lock must not tell.
  refuseUntil(await doors.emailLockedUntil(email));
  const accounts = (await doors.accountsOfEmail(email)).filter(
    (account) => isAllowed(account) && (business === undefined || account.business_code === business),
  );
  const refuseLocked = (among: readonly SignInAccount[]) => {
    for (const { locked_until } of among) refuseUntil(locked_until);
  };
  refuseLocked(accounts);
  const fitting = await fittingOf(accounts, password);
  const [account] = fitting;
  if (account === undefined) {
    await note("wrong_password", accounts[0] ?? null);
    // The password was tried on each of them, so each counts it towards its lock.
    for (const tried of accounts.slice(1)) await note(ALSO_WRONG, tried);
    throw refuse("bad_credentials", { message: messages.bad_credentials });
  }
  // Of many guesses at once all saw the account open; those before this one may have locked it meanwhile.
  refuseLocked((await doors.accountsOfEmail(email)).filter((one) => one.account_id === account.account_id));
  if (fitting.length > 1) {
    const codes = fitting.map((one) => one.business_code ?? "platform").join(", ");
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

/** The accounts whose password it is. One is always tried, so that time does not tell whether there are any. */
async function fittingOf(accounts: readonly SignInAccount[], password: string): Promise<SignInAccount[]> {
  const tried = accounts.filter(({ password_hash }) => password_hash !== null);
  if (tried.length === 0) await passwordFits(await nobody, password);
  const fits = await Promise.all(tried.map((one) => passwordFits(one.password_hash as string, password)));
  return tried.filter((_one, index) => fits[index]);
}

/** An administrator, or a new password by link, takes the lock off: the address may be tried again at once. */
export async function noteUnlocked(
  { db, now }: Pick<Context, "db" | "now">,
  account_id: number,
): Promise<void> {
  await db.execute(
    `insert into sign_in (business_id, account_id, email_folded, result, at)
     select business_id, id, email_folded, 'unlocked', $2 from account where id = $1`,
    [account_id, now],
  );
}
