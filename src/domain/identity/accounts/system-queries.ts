/** Accounts across businesses: by e-mail address, and the record of failed sign-ins; the limits of tokens. */

import type { CallerQueries } from "#operation/caller/caller-queries.ts";
import { ACCOUNT_AND_BUSINESS } from "#operation/caller/people.ts";
import { defineSystemQueries } from "#operation/define/system-queries.ts";
import type { DailyCaps } from "#operation/limits/token-caps.ts";

export interface SignInAccount {
  account_id: number;
  business_id: number | null;
  business_code: string | null;
  business_status: string | null;
  role: string;
  status: string;
  password_hash: string | null;
  failed_sign_ins: number;
  locked_until: string | null;
}

interface FailedSignIn {
  account_id: number | null;
  business_id: number | null;
  email: string;
  address: string;
  /** Whom limits count together, where the address is one of many; null when the same request counted already. */
  network: string | null;
  device: string;
  result: string;
  /** The sign-in with which a current password was tried, whose count it is alone; null for a try to sign in. */
  session: string | null;
  at: Date;
}

interface AccountQueries extends Pick<CallerQueries, "findDailyCaps" | "touchToken"> {
  /** Every account with this address, over all businesses; folded to lower case. */
  listAccountsOfEmail(email: string): Promise<SignInAccount[]>;
  /**
   * When an e-mail address may be tried again, after `FAILURES_BEFORE_LOCK` wrong passwords in a row; whether anybody has
   * it makes no difference. `until` is null when they were fewer. A network from which the address signed in before
   * has a count of its own; `known_account_ids` are the accounts that did: what others try does not lock the owner out.
   */
  findEmailLock(
    email: string,
    network: string,
    now: Date,
  ): Promise<{ until: string | null; known_account_ids: number[] }>;
  /** When a current password may be tried again with a sign-in, after as many wrong ones in a row; null if they were fewer. */
  findSessionLock(account_id: number, session: string): Promise<string | null>;
  /** Sign-ins that failed from a network since a moment. */
  countFailedSignIns(network: string, since: Date): Promise<number>;
  /**
   * A sign-in that was refused stays on record although its request changes nothing else. From
   * `FAILURES_BEFORE_LOCK` failures in a row on, the account is locked for a while. The result `wrong_password` counts
   * for the e-mail address, until `ok` or `unlocked` is on record. With a session it counts for that one alone.
   */
  recordFailedSignIn(attempt: FailedSignIn): Promise<void>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends AccountQueries {}
}

/** Wrong passwords in a row before an account or an e-mail address is locked, and for how long. */
export const FAILURES_BEFORE_LOCK = 8;
export const LOCK_S = 15 * 60;

/** For so long after a sign-in its network is not locked by what others try. */
const KNOWN_NETWORK_DAYS = 90;

/** Of `account a`, with `business b` where it has one. */
export const SIGN_IN_COLUMNS = `a.id as account_id, a.business_id, b.code as business_code, b.status as business_status, a.role,
  a.status, a.password_hash, a.failed_sign_ins, a.locked_until`;

export const systemQueries = defineSystemQueries<AccountQueries>(({ db }) => ({
  findDailyCaps: (token_id) =>
    db.row<DailyCaps>(
      `select id as token_id, orders_per_day, money_minor_per_day from access_token
        where id = $1 and (orders_per_day is not null or money_minor_per_day is not null)`,
      [token_id],
    ),
  async touchToken(token_id, at) {
    await db.execute("update access_token set last_used_at = $2 where id = $1", [token_id, at]);
  },
  listAccountsOfEmail: (email) =>
    db.rows<SignInAccount>(
      `select ${SIGN_IN_COLUMNS} from ${ACCOUNT_AND_BUSINESS}
         where a.email_folded = lower($1) order by a.id limit 50`,
      [email],
    ),
  async findEmailLock(email, network, now) {
    const row = await db.row<{ until: string | null; known_account_ids: number[] }>(
      `with known as (
           select array(select distinct account_id from sign_in where email_folded = lower($1) and result = 'ok'
             and account_id is not null and coalesce(network, address) = $4 and at > $5) as ids),
         latest as (
           select at, result from sign_in, known
            where email_folded = lower($1) and result in ('ok', 'unlocked', 'wrong_password')
              and (session is null or result = 'unlocked') and (ids = '{}' or result = 'unlocked' or coalesce(network, address) = $4)
            order by id desc limit $2)
         select ids as known_account_ids, (select max(at) + make_interval(secs => $3) from latest
           having count(*) filter (where result = 'wrong_password') = $2) as until from known`,
      [
        email,
        FAILURES_BEFORE_LOCK,
        LOCK_S,
        network,
        new Date(now.getTime() - KNOWN_NETWORK_DAYS * 86_400_000),
      ],
    );
    return row ?? { until: null, known_account_ids: [] };
  },
  async findSessionLock(account_id, session) {
    const row = await db.row<{ until: string }>(
      `select max(at) + make_interval(secs => $4) as until from (
           select at, result from sign_in where account_id = $1 and (session = $2 or result = 'unlocked')
            order by id desc limit $3) latest
         having count(*) filter (where result <> 'unlocked') = $3`,
      [account_id, session, FAILURES_BEFORE_LOCK, LOCK_S],
    );
    return row?.until ?? null;
  },
  async countFailedSignIns(network, since) {
    const row = await db.row<{ n: number }>(
      "select count(*) as n from sign_in where network = $1 and at > $2 and result <> 'ok'",
      [network, since],
    );
    return row?.n ?? 0;
  },
  async recordFailedSignIn({
    account_id,
    business_id,
    email,
    address,
    network,
    device,
    result,
    session,
    at,
  }) {
    await db.execute(
      `with counted as (
           update account set failed_sign_ins = failed_sign_ins + 1,
             locked_until = case when failed_sign_ins + 1 >= $8 then $7::timestamptz + make_interval(secs => $9) else locked_until end
           where id = $2 and $11::text is null)
         insert into sign_in (business_id, account_id, email_folded, address, device, result, at, network, session)
         values ($1, $2, lower($3), $4, $5, $6, $7, $10, $11)`,
      [
        business_id,
        account_id,
        email,
        address,
        device,
        result,
        at,
        FAILURES_BEFORE_LOCK,
        LOCK_S,
        network,
        session,
      ],
    );
  },
}));
