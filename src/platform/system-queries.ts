/**
 * The doors that must look across businesses, as the `system` role: who a token belongs to, who signs in
 * with an address, which business a tracking number belongs to. Nothing else may.
 */
import type pg from "pg";
import type { PartnerUse } from "#vocabulary/partners.ts";
import { systemDb } from "./db/db.ts";
import { formatCursor, type LoggedEvent, parseCursor, readPage, START_CURSOR } from "./db/event-log.ts";

/** What a row tells of the business it belongs to; nulls where it belongs to none. */
export interface BusinessColumns {
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
}

/** A partner, by the id of its key. */
export interface PartnerRow extends BusinessColumns {
  business_id: number;
  partner_id: number;
  code: string;
  name: string;
  status: "active" | "suspended" | "revoked";
  /** Sealed; the newest first. */
  secrets: string[];
  uses: PartnerUse[];
  source_types: string[];
  subject_patterns: string[];
  formats: string[];
  requests_per_s: number | null;
  allows_bearer: boolean;
  last_used_at: string | null;
}

export interface TokenRow extends BusinessColumns {
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
  warehouse_ids: number[];
  hidden_prices: string[];
  /** False for the session of an app that was withdrawn from its client, or whose session ended. */
  app_allowed: boolean;
}

/** A link by the hash of its token, whatever its state. */
export interface LinkRow extends BusinessColumns {
  business_id: number;
  link_id: number;
  subject_type: string;
  subject_id: string;
  operations: string[];
  expires_at: string;
  revoked_at: string | null;
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

interface SpentTry {
  code_hash: string;
  phone_e164: string;
  tries_left: number;
}

export interface SystemQueries {
  /** The account behind a token that was not revoked; it may have expired. */
  accountOfToken(token_hash: Buffer): Promise<TokenRow | undefined>;
  /** The account itself, for jobs and approvals that run on its behalf. */
  accountOf(account_id: number): Promise<TokenRow | undefined>;
  linkOfToken(token_hash: Buffer): Promise<LinkRow | undefined>;
  /** It was used so many times since it was last written. */
  touchLink(link_id: number, at: Date, uses: number): Promise<void>;
  /** Every account with this address, over all businesses; folded to lower case. */
  accountsOfEmail(email: string): Promise<SignInAccount[]>;
  /**
   * When an e-mail address may be tried again, after `FAILURES_BEFORE_LOCK` wrong passwords in a row; whether anybody has
   * it makes no difference. Undefined when they were fewer.
   */
  emailLockedUntil(email: string): Promise<string | undefined>;
  /** Sign-ins that failed from a network since a moment. */
  failedSignInsFrom(network: string, since: Date): Promise<number>;
  /** Origins of web pages that any active business allows. */
  allowedOrigins(): Promise<string[]>;
  businessOfCode(code: string): Promise<number | undefined>;
  /** The business of a client code, whatever its status: an app is told that it is not available, not that it is unknown. */
  businessOfClient(code: string): Promise<number | undefined>;
  /** The account that an identity of an outside provider is bound to, in whatever business. */
  accountOfIdentity(issuer: string, subject: string): Promise<SignInAccount | undefined>;
  /**
   * One more try at a challenge's code; stays although its request is refused or only previewed. Undefined when the
   * challenge is not open, has expired, has no try left, or was made for another app or client.
   */
  spendCodeTry(assignment_id: number, challenge_id: string, at: Date): Promise<SpentTry | undefined>;
  businessOfResetToken(token_hash: Buffer): Promise<number | undefined>;
  /** The business that issued a tracking number. */
  businessOfNumber(number: string): Promise<number | undefined>;
  /**
   * The business that lets the public track by a number of somebody else, in the form in which such numbers are
   * compared. Undefined when several do: nobody can tell which one is meant.
   */
  businessOfAlias(key: string): Promise<number | undefined>;
  /** The partner whose key has this id, whatever its status. */
  partnerOfKey(key_id: string): Promise<PartnerRow | undefined>;
  touchToken(token_id: number, at: Date): Promise<void>;
  /** Its key was used. Written when it was not for `before`, and by one request of a process at a time. */
  touchPartner(partner_id: number, at: Date, before: Date): Promise<void>;
  /**
   * Events of one business after a cursor, in the order of their commits; from the first event without one.
   * Undefined when the text is no cursor.
   */
  eventsAfter(business_id: number, cursor: string | null, limit: number): Promise<EventPage | undefined>;
  /**
   * A sign-in that was refused stays on record although its request changes nothing else. From
   * `FAILURES_BEFORE_LOCK` failures in a row on, the account is locked for a while. The result `wrong_password` counts
   * for the e-mail address, until `ok` or `unlocked` is on record.
   */
  noteFailedSignIn(attempt: FailedSignIn): Promise<void>;
}

interface EventPage {
  events: LoggedEvent[];
  /** Where to go on from. */
  cursor: string;
  caught_up: boolean;
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
  at: Date;
}

/** Wrong passwords in a row before an account or an e-mail address is locked, and for how long. */
export const FAILURES_BEFORE_LOCK = 8;
export const LOCK_S = 15 * 60;

/** Tries at the code of one challenge. */
const CODE_TRIES = 5;
const BUSINESS_COLUMNS = `b.id as business_id, b.code as business_code, b.name as business_name,
  b.status as business_status, b.time_zone, b.currency, b.country, b.locale as business_locale, b.feature_families,
  b.feature_gates, b.modules, business_settings(b) as settings`;

const ACCOUNT_COLUMNS = `
  a.id as account_id, a.role, a.status as account_status, a.name, a.email, a.locale, a.permissions, a.customer_id,
  a.driver_id, a.contractor_id, a.warehouse_ids, ${BUSINESS_COLUMNS}, coalesce(c.hidden_price_families, '{}') as hidden_prices`;

const ACCOUNT_JOINS = `left join business b on b.id = a.business_id
  left join customer c on c.id = a.customer_id`;

const SIGN_IN_COLUMNS = `a.id as account_id, a.business_id, b.code as business_code, b.status as business_status, a.role,
  a.status, a.password_hash, a.failed_sign_ins, a.locked_until`;

/**
 * The doors of a run inside a transaction. Each door takes a connection of its own, and transactions that wait for one
 * while they hold theirs can wait for each other: a door is opened in `prepare`.
 */
export const unavailableInTransaction: SystemQueries = new Proxy({} as SystemQueries, {
  get(_doors, name) {
    throw new Error(`${String(name)} was called inside a transaction: doors are opened in prepare.`);
  },
});

export function createSystemQueries(system: pg.Pool): SystemQueries {
  const db = systemDb(system);
  /** Providers whose use is being written: a thousand requests at once write it once. */
  const touching = new Set<number>();
  return {
    accountOfToken: (token_hash) =>
      db.row<TokenRow>(
        `select t.id as token_id, t.kind, t.profile, t.scopes, t.expires_at, t.calls_per_minute, t.bound_to,
           ${ACCOUNT_COLUMNS},
           (t.app_session_id is null or exists (select 1 from app_session s join app_assignment g on g.id = s.assignment_id
             join platform_app p on p.id = g.app_id where s.id = t.app_session_id and s.revoked_at is null
             and g.status = 'active' and p.status = 'active')) as app_allowed
         from access_token t join account a on a.id = t.account_id ${ACCOUNT_JOINS}
         where t.token_hash = $1 and t.revoked_at is null`,
        [token_hash],
      ),
    async allowedOrigins() {
      const rows = await db.rows<{ origin: string }>(
        `select distinct jsonb_array_elements_text(settings->'allowed_origins') as origin
           from business where status = 'active' and jsonb_typeof(settings->'allowed_origins') = 'array'`,
      );
      return rows.map(({ origin }) => origin);
    },
    accountOf: (account_id) =>
      db.row<TokenRow>(
        `select 0 as token_id, 'login' as kind, null as profile, null as scopes, null as expires_at,
           null as calls_per_minute, '{}'::jsonb as bound_to, true as app_allowed, ${ACCOUNT_COLUMNS}
         from account a ${ACCOUNT_JOINS} where a.id = $1`,
        [account_id],
      ),
    linkOfToken: (token_hash) =>
      db.row<LinkRow>(
        `select l.id as link_id, l.subject_type, l.subject_id, l.operations, l.expires_at, l.revoked_at, ${BUSINESS_COLUMNS}
         from link l join business b on b.id = l.business_id where l.token_hash = $1`,
        [token_hash],
      ),
    async touchLink(link_id, at, uses) {
      await db.execute("update link set uses = uses + $3, last_used_at = $2 where id = $1", [
        link_id,
        at,
        uses,
      ]);
    },
    accountsOfEmail: (email) =>
      db.rows<SignInAccount>(
        `select ${SIGN_IN_COLUMNS} from account a left join business b on b.id = a.business_id
         where a.email_folded = lower($1) order by a.id limit 50`,
        [email],
      ),
    async emailLockedUntil(email) {
      const row = await db.row<{ until: string }>(
        `select max(at) + make_interval(secs => $3) as until
           from (select at, result from sign_in
                  where email_folded = lower($1) and result in ('ok', 'unlocked', 'wrong_password')
                  order by id desc limit $2) latest
         having count(*) filter (where result = 'wrong_password') = $2`,
        [email, FAILURES_BEFORE_LOCK, LOCK_S],
      );
      return row?.until;
    },
    async failedSignInsFrom(network, since) {
      const row = await db.row<{ n: number }>(
        "select count(*) as n from sign_in where network = $1 and at > $2 and result <> 'ok'",
        [network, since],
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
    async businessOfClient(code) {
      return (await db.row<{ id: number }>("select id from business where code = $1", [code]))?.id;
    },
    accountOfIdentity: (issuer, subject) =>
      db.row<SignInAccount>(
        `select ${SIGN_IN_COLUMNS} from identity_binding i join account a on a.id = i.account_id
           left join business b on b.id = a.business_id
         where i.issuer = $1 and i.subject = $2`,
        [issuer, subject],
      ),
    spendCodeTry: (assignment_id, challenge_id, at) =>
      db.row<SpentTry>(
        `update app_challenge set tries = tries + 1
          where challenge_id = $2 and assignment_id = $1 and state = 'open' and expires_at > $3 and tries < $4
          returning code_hash, phone_e164, $4 - tries as tries_left`,
        [assignment_id, challenge_id, at, CODE_TRIES],
      ),
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
    async businessOfAlias(key) {
      const rows = await db.rows<{ business_id: number }>(
        `select distinct a.business_id from tracking_alias a join business b on b.id = a.business_id
          where a.key = $1 and a.retired_at is null and b.status = 'active' and tracking_alias_is_public(a.kind, b.settings) limit 2`,
        [key],
      );
      return rows.length === 1 ? rows[0]?.business_id : undefined;
    },
    partnerOfKey: (key_id) =>
      db.row<PartnerRow>(
        `select p.id as partner_id, p.code, p.name, p.status, p.uses, p.source_types, p.subject_patterns, p.formats, p.requests_per_s,
           p.allows_bearer, p.last_used_at, array_remove(array[p.secret, p.former_secret], null) as secrets, ${BUSINESS_COLUMNS}
         from partner p join business b on b.id = p.business_id where p.key_id = $1`,
        [key_id],
      ),
    async touchToken(token_id, at) {
      await db.execute("update access_token set last_used_at = $2 where id = $1", [token_id, at]);
    },
    async touchPartner(partner_id, at, before) {
      if (touching.has(partner_id)) return;
      touching.add(partner_id);
      try {
        await db.execute(
          "update partner set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at <= $3)",
          [partner_id, at, before],
        );
      } finally {
        touching.delete(partner_id);
      }
    },
    async eventsAfter(business_id, text, limit) {
      const from = text === null ? START_CURSOR : parseCursor(text);
      if (from === undefined) return undefined;
      const page = await readPage(system, from, limit, business_id);
      return {
        events: page.events,
        cursor: formatCursor(page.cursor),
        caught_up: page.cursor.until === null,
      };
    },
    async noteFailedSignIn({ account_id, business_id, email, address, network, device, result, at }) {
      await db.execute(
        `with counted as (
           update account set failed_sign_ins = failed_sign_ins + 1,
             locked_until = case when failed_sign_ins + 1 >= $8 then $7::timestamptz + make_interval(secs => $9) else locked_until end
           where id = $2)
         insert into sign_in (business_id, account_id, email_folded, address, device, result, at, network)
         values ($1, $2, lower($3), $4, $5, $6, $7, $10)`,
        [business_id, account_id, email, address, device, result, at, FAILURES_BEFORE_LOCK, LOCK_S, network],
      );
    },
  };
}
