/**
 * A new token for the same app, client, person and device; the one that was sent stops working.
 *
 * A token that was replaced before and is sent again has two holders: the session ends for both. Only within ten
 * seconds, from the same device and while the next token is in use is it a concurrent call, or one whose answer was lost:
 * it gets the same answer.
 *
 * Source: docs/contract/rest.md, "Platform apps"; what reuse does is our choice.
 */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import {
  APP_REFUSALS,
  appPath,
  checkVersion,
  device,
  refuseOutdated,
  refuseUnavailable,
  resolveTenant,
} from "../app.ts";
import { messages } from "../messages.ts";
import { findApp } from "../records/app-assignment.ts";
import { checkSentToken, type SentToken } from "../rules.ts";
import {
  ACCOUNT_REFUSALS,
  type AppAccount,
  AppSession,
  endSession,
  findNextSession,
  type LiveSession,
  refuseAccount,
  rotateToken,
} from "../session.ts";

/** Both rows are locked: of two refreshes the second sees the result of the first. */
const FIND = `select s.id as session_id, s.assignment_id, s.device_id, s.device_platform, s.revoked_at as session_revoked_at,
    t.id as token_id, t.account_id, t.expires_at, t.rotated_at, t.revoked_at as token_revoked_at
  from access_token t join app_session s on s.id = t.app_session_id and s.business_id = t.business_id
  where t.token_hash = $1 and t.business_id = $2 for update of s, t`;

export const refreshSession = defineOperation({
  name: "appAuthRefresh",
  summary: "Refresh an app session",
  access: { public: true, reads_token: true },
  rest: { method: "POST", path: "/api/v1/apps/{appCode}/clients/{clientCode}/auth/refresh" },
  secret_answer: true,
  localised: true,
  input: Type.Object({ ...appPath, ...device }),
  output: AppSession,
  refusals: { ...APP_REFUSALS, ...ACCOUNT_REFUSALS, session_invalid: "unauthenticated" },
  tenant: resolveTenant,

  async run(context, input) {
    const { db, business_id, bearer_token, now, refuse } = context;
    checkVersion(context as Context<never>, input.app_version);
    const invalid = () =>
      refuse("session_invalid", {
        message: messages.session_invalid,
        headers: { "www-authenticate": 'Bearer error="invalid_token"' },
      });
    if (bearer_token === null) throw invalid();
    const sent_token = await db.row<SentToken & LiveSession>(FIND, [hashToken(bearer_token), business_id]);
    if (sent_token === undefined) throw invalid();
    const app = await findApp(context, input.appCode);
    const check = checkSentToken(sent_token, { ...input, assignment_id: app?.assignment_id ?? 0, now });
    if (check === "stolen") {
      await endSession(context, sent_token.session_id, "token_reused");
      return invalid();
    }
    if (check === "bad" || app === undefined) throw invalid();

    refuseUnavailable(context, app);
    refuseOutdated(context, app, input);
    const account = await db.row<AppAccount>(
      "select id as account_id, business_id, role, status from account where business_id = $1 and id = $2",
      [business_id, sent_token.account_id],
    );
    if (account === undefined) throw invalid();
    refuseAccount(context, app, account);
    const session = { ...sent_token, token: bearer_token };
    if (check === "good") return rotateToken(context, app, session, input);
    const next = await findNextSession(context, app, session);
    if (next === undefined) throw invalid();
    return next;
  },
});
