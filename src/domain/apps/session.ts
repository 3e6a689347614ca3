/** App sessions: a person's sign-in on one device of one app of one client, as one token after the other. */
import Type from "typebox";
import { issueToken, lockAccounts, plainTimestamp, SIGN_IN_LIFE_S } from "#domain/user/public.ts";
import type { Context } from "#operation/context.ts";
import { newToken } from "#platform/auth/secrets.ts";
import { Id } from "#vocabulary/basics.ts";
import { type Device, displayNameOf } from "./app.ts";
import type { Method } from "./capabilities.ts";
import { messages } from "./messages.ts";
import type { AppRow } from "./tables.ts";

const members = {
  result: Type.Boolean(),
  access_token: Type.String({ "x-secret": true }),
  token_type: Type.Literal("Bearer"),
  expires_at: Type.String({ description: "YYYY-MM-DD HH:MM:SS, UTC." }),
  expires_timestamp: Type.Integer({ description: "The same in Unix seconds." }),
  user: Type.Object({ id: Id, name: Type.String(), email: Type.String() }),
  app_context: Type.Object({
    app_code: Type.String(),
    client_code: Type.String(),
    client_name: Type.String(),
    configuration_version: Type.Integer(),
  }),
};

export const AppSession = Type.Object(members, { $id: "AppSession" });
export type AppSession = Type.Static<typeof AppSession>;
/** For answers that may be something else. */
export const sessionMembers = members;

/** What the account of a sign-in may be refused with. */
export const ACCOUNT_REFUSALS = {
  client_not_allowed: "forbidden",
  account_disabled: "forbidden",
  role_not_allowed: "forbidden",
} as const;
export type AccountRefusal = keyof typeof ACCOUNT_REFUSALS;

export interface AppAccount {
  account_id: number;
  business_id: number | null;
  role: string;
  status: string;
}

/** The app's policy: accounts of this client, active, in a role that the app is for. */
export function refuseAccount(context: Context<AccountRefusal>, app: AppRow, account: AppAccount): void {
  const { refuse } = context;
  if (account.business_id !== app.business_id)
    throw refuse("client_not_allowed", { message: messages.client_not_allowed });
  if (account.status !== "active")
    throw refuse("account_disabled", {
      message: messages.account_disabled,
      extra: { status: account.status },
    });
  if (!app.roles.includes(account.role))
    throw refuse("role_not_allowed", { message: messages.role_not_allowed });
}

/** Ends what sessions the account had on this device, and begins a new one. */
export async function openSession(
  context: Context<never>,
  app: AppRow,
  account_id: number,
  { device_id, device_platform, app_version = null }: Device,
  method: Method,
): Promise<AppSession> {
  const { db, now, emit, forgetCallers } = context;
  const { business_id, assignment_id } = app;
  // Of many sign-ins at once each ends the session of the one before it.
  await lockAccounts(db, [account_id]);
  const replaced = await db.row<{ id: number }>(
    `update app_session set revoked_at = $5, revoked_reason = 'replaced'
      where business_id = $1 and assignment_id = $2 and account_id = $3 and device_id = $4 and revoked_at is null
      returning id`,
    [business_id, assignment_id, account_id, device_id, now],
  );
  if (replaced !== undefined) {
    await revokeTokens(context, replaced.id);
    forgetCallers();
  }
  const session = await db.row<{ id: number }>(
    `insert into app_session (business_id, assignment_id, account_id, device_id, device_platform, app_version, method, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [business_id, assignment_id, account_id, device_id, device_platform, app_version, method, now],
  );
  const app_session_id = session?.id ?? 0;
  const issued = await issueToken(
    context,
    { account_id, business_id },
    { bound_to: boundTo(app, { device_id, device_platform }), app_session_id },
  );
  emit({
    subject: { type: "app_session", id: app_session_id, first: true },
    kind: "app.session_issued",
    payload: { app: app.app_code, account_id, device_platform, method, replaced: replaced?.id ?? null },
  });
  return shownSession(context, app, account_id, issued.access_token);
}

function boundTo({ app_code, client_code }: AppRow, device: Pick<Device, "device_id" | "device_platform">) {
  return { app: app_code, client: client_code, ...device };
}

export interface LiveSession {
  session_id: number;
  token_id: number;
  account_id: number;
}

/** The next token of a session: the one before stops working. The session's row is locked. */
export async function rotate(
  context: Context<never>,
  app: AppRow,
  { session_id, token_id, account_id }: LiveSession,
  { device_id, device_platform, app_version }: Device,
): Promise<AppSession> {
  const { db, now, emit, forgetCallers } = context;
  const { token, token_hash } = newToken();
  await Promise.all([
    db.execute("update access_token set revoked_at = $2, rotated_at = $2 where id = $1", [token_id, now]),
    db.execute(
      `insert into access_token (business_id, account_id, token_hash, kind, app_session_id, bound_to, created_at, expires_at)
       values ($1, $2, $3, 'app', $4, $5, $6, $7)`,
      [
        app.business_id,
        account_id,
        token_hash,
        session_id,
        JSON.stringify(boundTo(app, { device_id, device_platform })),
        now,
        endOf(now),
      ],
    ),
    db.execute(
      "update app_session set refreshed_at = $3, app_version = coalesce($4, app_version) where business_id = $1 and id = $2",
      [app.business_id, session_id, now, app_version ?? null],
    ),
  ]);
  emit({ subject: { type: "app_session", id: session_id }, kind: "app.session_refreshed" });
  forgetCallers();
  return shownSession(context, app, account_id, token);
}

/** Ends a session and every token of it. False when it was over. */
export async function endSession(
  context: Context<never>,
  session_id: number,
  reason: "signed_out" | "revoked" | "token_reused",
): Promise<boolean> {
  const { db, business_id, now, emit, forgetCallers } = context;
  const ended = await db.execute(
    `update app_session set revoked_at = $3, revoked_reason = $4
      where business_id = $1 and id = $2 and revoked_at is null`,
    [business_id, session_id, now, reason],
  );
  const tokens = await revokeTokens(context, session_id);
  if (ended + tokens === 0) return false;
  emit({
    subject: { type: "app_session", id: session_id },
    kind: "app.session_revoked",
    payload: { reason },
  });
  forgetCallers();
  return true;
}

function revokeTokens(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  session_id: number,
): Promise<number> {
  return db.execute(
    `update access_token set revoked_at = $3
      where business_id = $1 and app_session_id = $2 and revoked_at is null`,
    [business_id, session_id, now],
  );
}

function endOf(now: Date): Date {
  return new Date(now.getTime() + SIGN_IN_LIFE_S * 1000);
}

async function shownSession(
  { db, now }: Pick<Context, "db" | "now">,
  app: AppRow,
  account_id: number,
  access_token: string,
): Promise<AppSession> {
  const user = await db.row<{ id: number; name: string; email: string }>(
    "select id, name, email from account where id = $1",
    [account_id],
  );
  if (user === undefined) throw new Error("An account that signed in was gone.");
  const expires = endOf(now);
  return {
    result: true,
    access_token,
    token_type: "Bearer",
    expires_at: plainTimestamp(expires),
    expires_timestamp: Math.floor(expires.getTime() / 1000),
    user,
    app_context: {
      app_code: app.app_code,
      client_code: app.client_code,
      client_name: displayNameOf(app),
      configuration_version: app.configuration_version,
    },
  };
}
