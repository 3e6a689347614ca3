/**
 * Across businesses: who a token belongs to, the account of an external identity, and tries at codes. A caller is its account with
 * its business, its customer and the app that it came through, in one statement: it is read with every call that is not cached.
 */

import { SIGN_IN_COLUMNS, type SignInAccount } from "#domain/identity/accounts/public.ts";
import { BUSINESS_COLUMNS } from "#operation/caller/business.ts";
import type { CallerQueries, TokenRow } from "#operation/caller/caller-queries.ts";
import { defineSystemQueries } from "#operation/define/system-queries.ts";
import { hashIdentity } from "./records/identity-binding.ts";

interface SpentTry {
  code_hash: string;
  phone_e164: string;
  tries_left: number;
}

interface AssignedApp {
  business_id: number;
  assignment_id: number;
}

interface AppQueries extends Pick<CallerQueries, "findAccountOfToken" | "findAccount"> {
  /** The account that an identity of an external provider is bound to, in whatever business. */
  findAccountOfIdentity(issuer: string, subject: string): Promise<SignInAccount | undefined>;
  /**
   * One more try at a challenge's code; stays although its request is refused or only previewed. Undefined when the
   * challenge is not open, has expired, has no try left, or was made for another app or client.
   */
  spendCodeTry(app: AssignedApp, challenge_id: string, at: Date): Promise<SpentTry | undefined>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends AppQueries {}
}

/** Tries at the code of one challenge. */
const CODE_TRIES = 5;

const ACCOUNT_COLUMNS = `
  a.id as account_id, a.role, a.status as account_status, a.name, a.email, a.locale, a.permissions, a.preset,
  a.permissions_added, a.permissions_removed, a.customer_id,
  a.driver_id, a.contractor_id, a.warehouse_ids, ${BUSINESS_COLUMNS}, coalesce(c.hidden_price_families, '{}') as hidden_prices`;

const ACCOUNT_JOINS = `left join business b on b.id = a.business_id
  left join customer c on c.business_id = a.business_id and c.id = a.customer_id`;

export const systemQueries = defineSystemQueries<AppQueries>(({ db }) => ({
  findAccountOfToken: (token_hash) =>
    db.row<TokenRow>(
      `select t.id as token_id, t.kind, t.profile, t.scopes, t.expires_at, t.calls_per_minute, t.orders_per_day, t.money_minor_per_day, t.bound_to, t.resource,
           ${ACCOUNT_COLUMNS},
           (t.app_session_id is null or exists (select 1 from app_session s
             join app_assignment g on g.business_id = s.business_id and g.id = s.assignment_id
             join platform_app p on p.id = g.app_id
             where s.business_id = t.business_id and s.id = t.app_session_id and s.revoked_at is null
             and g.status = 'active' and p.status = 'active')) as app_allowed
         from access_token t join account a on a.id = t.account_id ${ACCOUNT_JOINS}
         where t.token_hash = $1 and t.revoked_at is null`,
      [token_hash],
    ),
  findAccount: (account_id) =>
    db.row<TokenRow>(
      `select 0 as token_id, 'login' as kind, null as profile, null as scopes, null as expires_at,
           null as calls_per_minute, null as orders_per_day, null as money_minor_per_day, '{}'::jsonb as bound_to, null as resource, true as app_allowed, ${ACCOUNT_COLUMNS}
         from account a ${ACCOUNT_JOINS} where a.id = $1`,
      [account_id],
    ),
  findAccountOfIdentity: (issuer, subject) =>
    db.row<SignInAccount>(
      `select ${SIGN_IN_COLUMNS} from directory_entry d
           join identity_binding i on i.business_id = d.business_id and i.issuer = $1 and i.subject = $2
           join account a on a.id = i.account_id
           left join business b on b.id = a.business_id
         where d.kind = 'identity_binding' and d.value_hash = $3`,
      [issuer, subject, hashIdentity({ issuer, subject })],
    ),
  spendCodeTry: ({ business_id, assignment_id }, challenge_id, at) =>
    db.row<SpentTry>(
      `update app_challenge set tries = tries + 1
          where business_id = $5 and challenge_id = $2 and assignment_id = $1 and state = 'open' and expires_at > $3 and tries < $4
          returning code_hash, phone_e164, $4 - tries as tries_left`,
      [assignment_id, challenge_id, at, CODE_TRIES, business_id],
    ),
}));
