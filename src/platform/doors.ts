/**
 * The doors that must look across businesses, as the `system` role: who a token belongs to, who signs in
 * with an address, which business a tracking number belongs to. Nothing else may.
 */
import type pg from "pg";
import { doorOf } from "./db/db.ts";
import { BEGINNING, cursorOfText, cursorText, type LoggedEvent, readPage } from "./db/event-log.ts";

export interface TokenRow {
  token_id: number;
  kind: "login" | "api" | "app";
  profile: string | null;
  scopes: string[] | null;
  expires_at: string | null;
  calls_per_minute: number | null;
  bound_to: Record<string, unknown>;
  account_id: number;
  role: string;
  account_status: string;
  name: string;
  email: string;
  locale: string;
  permissions: string[];
  customer_id: number | null;
  driver_id: number | null;
  contractor_id: number | null;
  business_id: number | null;
  business_code: string | null;
  business_name: string | null;
  business_status: string | null;
  time_zone: string | null;
  currency: string | null;
  country: string | null;
  business_locale: string | null;
  feature_families: Record<string, boolean> | null;
  feature_gates: Record<string, boolean> | null;
  modules: Record<string, boolean> | null;
  settings: Record<string, unknown> | null;
  hidden_prices: string[];
}

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

export interface Doors {
  /** The account behind a token that was not revoked; it may have expired. */
  accountOfToken(token_hash: Buffer): Promise<TokenRow | undefined>;
  /** The account itself, for jobs and approvals that run on its behalf. */
  accountOf(account_id: number): Promise<TokenRow | undefined>;
  /** Every account with this address, over all businesses; folded to lower case. */
  accountsOfEmail(email: string): Promise<SignInAccount[]>;
  /** Sign-ins that failed from a network address since a moment. */
  failedSignInsFrom(address: string, since: Date): Promise<number>;
  businessOfCode(code: string): Promise<number | undefined>;
  businessOfResetToken(token_hash: Buffer): Promise<number | undefined>;
  /** The business that issued a tracking number. */
  businessOfNumber(number: string): Promise<number | undefined>;
  touchToken(token_id: number, at: Date): Promise<void>;
  /**
   * Events of one business after a cursor, in the order of their commits; from the first event without one.
   * Undefined when the text is no cursor.
   */
  eventsAfter(business_id: number, cursor: string | null, limit: number): Promise<EventPage | undefined>;
  /**
   * A sign-in that was refused stays on record although its request changes nothing else. From
   * `FAILURES_BEFORE_LOCK` failures in a row on, the account is locked for a while.
   */
  noteFailedSignIn(attempt: FailedSignIn): Promise<void>;
}

export interface EventPage {
  events: LoggedEvent[];
  /** Where to go on from. */
  cursor: string;
  caught_up: boolean;
}

export interface FailedSignIn {
  account_id: number | null;
  business_id: number | null;
  email: string;
  address: string;
  device: string;
  result: string;
  at: Date;
}

/** Wrong passwords in a row before an account is locked, and for how long. */
export const FAILURES_BEFORE_LOCK = 8;
export const LOCK_S = 15 * 60;

const ACCOUNT_COLUMNS = `
  a.id as account_id, a.role, a.status as account_status, a.name, a.email, a.locale, a.permissions, a.customer_id,
  a.driver_id, a.contractor_id, a.business_id, b.code as business_code, b.name as business_name,
  b.status as business_status, b.time_zone, b.currency, b.country, b.locale as business_locale, b.feature_families,
  b.feature_gates, b.modules, b.settings, coalesce(c.hidden_price_families, '{}') as hidden_prices`;

const ACCOUNT_JOINS = `left join business b on b.id = a.business_id
  left join customer c on c.id = a.customer_id`;

export function doorsOver(system: pg.Pool): Doors {
  const db = doorOf(system);
  return {
    accountOfToken: (token_hash) =>
      db.row<TokenRow>(
        `select t.id as token_id, t.kind, t.profile, t.scopes, t.expires_at, t.calls_per_minute, t.bound_to,
           ${ACCOUNT_COLUMNS}
         from access_token t join account a on a.id = t.account_id ${ACCOUNT_JOINS}
         where t.token_hash = $1 and t.revoked_at is null`,
        [token_hash],
      ),
    accountOf: (account_id) =>
      db.row<TokenRow>(
        `select 0 as token_id, 'login' as kind, null as profile, null as scopes, null as expires_at,
           null as calls_per_minute, '{}'::jsonb as bound_to, ${ACCOUNT_COLUMNS}
         from account a ${ACCOUNT_JOINS} where a.id = $1`,
        [account_id],
      ),
    accountsOfEmail: (email) =>
      db.rows<SignInAccount>(
        `select a.id as account_id, a.business_id, b.code as business_code, b.status as business_status, a.role, a.status,
           a.password_hash, a.failed_sign_ins, a.locked_until
         from account a left join business b on b.id = a.business_id
         where a.email_folded = lower($1) order by a.id limit 50`,
        [email],
      ),
    async failedSignInsFrom(address, since) {
      const row = await db.row<{ n: number }>(
        "select count(*) as n from sign_in where address = $1 and at > $2 and result <> 'ok'",
        [address, since],
      );
      return row?.n ?? 0;
    },
    async businessOfCode(code) {
      const row = await db.row<{ id: number }>(
        "select id from business where code = $1 and status = 'active'",
        [code],
      );
      return row?.id;
    },
    async businessOfResetToken(token_hash) {
      const row = await db.row<{ business_id: number }>(
        "select business_id from password_reset where token_hash = $1",
        [token_hash],
      );
      return row?.business_id;
    },
    async businessOfNumber(number) {
      const row = await db.row<{ business_id: number }>(
        "select business_id from tracking_number where number = $1",
        [number],
      );
      return row?.business_id;
    },
    async touchToken(token_id, at) {
      await db.execute("update access_token set last_used_at = $2 where id = $1", [token_id, at]);
    },
    async eventsAfter(business_id, text, limit) {
      const from = text === null ? BEGINNING : cursorOfText(text);
      if (from === undefined) return undefined;
      const page = await readPage(system, from, limit, business_id);
      return {
        events: page.events,
        cursor: cursorText(page.cursor),
        caught_up: page.cursor.until === null,
      };
    },
    async noteFailedSignIn({ account_id, business_id, email, address, device, result, at }) {
      await db.execute(
        `with counted as (
           update account set failed_sign_ins = failed_sign_ins + 1,
             locked_until = case when failed_sign_ins + 1 >= $8 then $7::timestamptz + make_interval(secs => $9) else locked_until end
           where id = $2)
         insert into sign_in (business_id, account_id, email_folded, address, device, result, at)
         values ($1, $2, lower($3), $4, $5, $6, $7)`,
        [business_id, account_id, email, address, device, result, at, FAILURES_BEFORE_LOCK, LOCK_S],
      );
    },
  };
}
