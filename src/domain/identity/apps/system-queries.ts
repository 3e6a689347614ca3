/** Across businesses: the account of an external identity, and tries at codes. */
import { SIGN_IN_COLUMNS, type SignInAccount } from "#domain/identity/accounts/public.ts";
import { defineSystemQueries } from "#operation/define/system-queries.ts";

interface SpentTry {
  code_hash: string;
  phone_e164: string;
  tries_left: number;
}

interface AssignedApp {
  business_id: number;
  assignment_id: number;
}

interface AppQueries {
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

export const systemQueries = defineSystemQueries<AppQueries>(({ db }) => ({
  findAccountOfIdentity: (issuer, subject) =>
    db.row<SignInAccount>(
      `select ${SIGN_IN_COLUMNS} from identity_binding i join account a on a.id = i.account_id
           left join business b on b.id = a.business_id
         where i.issuer = $1 and i.subject = $2`,
      [issuer, subject],
    ),
  spendCodeTry: ({ business_id, assignment_id }, challenge_id, at) =>
    db.row<SpentTry>(
      `update app_challenge set tries = tries + 1
          where business_id = $5 and challenge_id = $2 and assignment_id = $1 and state = 'open' and expires_at > $3 and tries < $4
          returning code_hash, phone_e164, $4 - tries as tries_left`,
      [assignment_id, challenge_id, at, CODE_TRIES, business_id],
    ),
}));
