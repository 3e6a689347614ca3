/**
 * Ask for a link to set a new password. The answer is the same whether the address is known or not.
 *
 * An address known to several businesses gets one message for each. At most three links an hour and account.
 * Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { sendReset } from "../links.ts";
import { lockAccounts } from "../lock.ts";

const LINKS_PER_HOUR = 3;

interface Candidate {
  account_id: number;
  business_id: number | null;
  business_name: string;
  email: string;
  name: string;
}

export const forgotPassword = defineOperation({
  name: "userPasswordForgot",
  summary: "Ask for a new password",
  effect: "write",
  access: { public: true, ignores_token: true },
  across: true,
  rest: { method: "POST", path: "/api/v1/user/password/forgot", status: 202 },
  input: Type.Object({
    email: Type.String({ minLength: 3, maxLength: 320 }),
    business: Type.Optional(
      Type.String({ maxLength: 40, description: "Code of one business, where an address has several." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), message: Type.String() }),

  async run(context, { email, business }) {
    const { db, now, emit } = context;
    const known = await db.rows<Candidate>(
      `select a.id as account_id, a.business_id, coalesce(b.name, 'Packhorse') as business_name, a.email, a.name
         from account a left join business b on b.id = a.business_id
        where a.email_folded = lower($1) and a.status in ('active', 'invited') and coalesce(b.status, 'active') = 'active'
          and ($2::text is null or b.code = $2)
        order by a.id limit 20`,
      [email.trim(), business ?? null],
    );
    const ids = known.map(({ account_id }) => account_id);
    // Counted behind the lock: of many at once, each sees what those before it were sent.
    await lockAccounts(db, ids);
    const full = await db.rows<{ account_id: number }>(
      `select account_id from password_reset where account_id = any($1::int[]) and expires_at > $2
        group by account_id having count(*) >= $3`,
      [ids, now, LINKS_PER_HOUR],
    );
    const candidates = known.filter(({ account_id }) => !full.some((one) => one.account_id === account_id));
    for (const candidate of candidates) {
      await sendReset(context, candidate);
      emit({
        subject: { type: "account", id: candidate.account_id },
        business_id: candidate.business_id ?? 0,
        kind: "account.password_reset_requested",
      });
    }
    return {
      result: true,
      message: "If an account has this address, a message with a link is on its way.",
    };
  },
});
