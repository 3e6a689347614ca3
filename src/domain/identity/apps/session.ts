/** App sessions: a person's sign-in on one device in one app of one client, as a sequence of tokens. */

import Type from "typebox";
import {
  formatTimestamp,
  insertToken,
  issueToken,
  lockAccounts,
  retireRotatedToken,
  revokeSessionTokens,
  SIGN_IN_TTL_S,
} from "#domain/identity/accounts/public.ts";
import type { Context } from "#operation/define/context.ts";
import { deriveToken } from "#platform/auth/secrets.ts";
import { Ref } from "#vocabulary/ref.ts";
import { type Device, getDisplayName } from "./app.ts";
import type { Method } from "./capabilities.ts";
import { messages } from "./messages.ts";
import type { AppRow } from "./records/app-assignment.ts";
import { AppSessionRecord, replaceSession, revokeSession } from "./records/app-session.ts";

const members = {
  result: Type.Boolean(),
  access_token: Type.String({ "x-secret": true }),
  token_type: Type.Literal("Bearer"),
  expires_at: Type.String({ description: "YYYY-MM-DD HH:MM:SS, UTC." }),
  expires_timestamp: Type.Integer({ description: "The same in Unix seconds." }),
  user: Type.Object({ id: Ref("account"), name: Type.String(), email: Type.String() }),
  app_context: Type.Object({
    app_code: Type.String(),
    client_code: Type.String(),
    client_name: Type.String(),
    configuration_version: Type.Integer(),
  }),
};

export const AppSession = Type.Object(members, { $id: "AppSession" });
export type AppSession = Type.Static<typeof AppSession>;
/** For responses that may be something else. */
export const sessionMembers = members;

/** The refusals for the account of a sign-in. */
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

/** The app's policy: active accounts of this client, in a role that the app allows. */
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

/** End the sessions of the account on this device, and open a new one. */
export async function openSession(
  context: Context<never>,
  app: AppRow,
  account_id: number,
  { device_id, device_platform, app_version = null }: Device,
  method: Method,
): Promise<AppSession> {
  const { db, now, emit, clearCallerCache } = context;
  const { business_id, assignment_id } = app;
  // Each of several concurrent sign-ins ends the session of the one before it.
  await lockAccounts(db, [account_id]);
  const writer = { db, now, business_id };
  const replaced = await replaceSession(writer, { assignment_id, account_id, device_id });
  if (replaced !== undefined) {
    await revokeSessionTokens(db, context.business_id, replaced, now);
    clearCallerCache();
  }
  const { id: app_session_id } = await AppSessionRecord.insert(writer, {
    assignment_id,
    account_id,
    device_id,
    device_platform,
    app_version,
    method,
  });
  const issued = await issueToken(
    context,
    { account_id, business_id },
    { bound_to: buildBinding(app, { device_id, device_platform }), app_session_id },
  );
  emit({
    subject: { type: "app_session", id: app_session_id, is_new: true },
    kind: "app.session_issued",
    payload: { app: app.app_code, account_id, device_platform, method, replaced: replaced ?? null },
  });
  return buildSession(context, app, account_id, {
    token: issued.access_token,
    expires_at: computeSessionEnd(now),
  });
}

function buildBinding(
  { app_code, client_code }: AppRow,
  device: Pick<Device, "device_id" | "device_platform">,
) {
  return { app: app_code, client: client_code, ...device };
}

export interface LiveSession {
  session_id: number;
  token_id: number;
  account_id: number;
}

/**
 * Issue the next token of a session: the previous one stops working. It is derived from it, so that concurrent refreshes
 * get the same one and nothing has to be stored. The session's row is locked by the caller.
 */
export async function rotateToken(
  context: Context<never>,
  app: AppRow,
  { session_id, token_id, account_id, token }: LiveSession & { token: string },
  { device_id, device_platform, app_version }: Device,
): Promise<AppSession> {
  const { db, now, emit, clearCallerCache } = context;
  const next = deriveNextToken(context, token);
  const expires_at = computeSessionEnd(now);
  await Promise.all([
    retireRotatedToken(db, token_id, now),
    insertToken(db, {
      business_id: app.business_id,
      account_id,
      token_hash: next.token_hash,
      kind: "app",
      app_session_id: session_id,
      bound_to: buildBinding(app, { device_id, device_platform }),
      created_at: now,
      expires_at,
    }),
    AppSessionRecord.change(
      { db, now, business_id: app.business_id },
      { id: session_id },
      { refreshed_at: now.toISOString(), ...(app_version == null ? {} : { app_version }) },
    ),
  ]);
  emit({ subject: { type: "app_session", id: session_id }, kind: "app.session_refreshed" });
  clearCallerCache();
  return buildSession(context, app, account_id, { token: next.token, expires_at });
}

/** What the refresh with this token answered; undefined if the next token was replaced or revoked since. */
export async function findNextSession(
  context: Context<never>,
  app: AppRow,
  { session_id, account_id, token }: LiveSession & { token: string },
): Promise<AppSession | undefined> {
  const { db, now } = context;
  const next = deriveNextToken(context, token);
  const row = await db.row<{ expires_at: string }>(
    `select expires_at from access_token where business_id = $1 and app_session_id = $2 and token_hash = $3
       and revoked_at is null and expires_at > $4`,
    [app.business_id, session_id, next.token_hash, now],
  );
  if (row === undefined) return undefined;
  return buildSession(context, app, account_id, { token: next.token, expires_at: new Date(row.expires_at) });
}

function deriveNextToken({ settings }: Pick<Context, "settings">, token: string) {
  return deriveToken(settings.secret_key, "app session token", token);
}

/** End a session and revoke its tokens. False if it had ended before. */
export async function endSession(
  context: Context<never>,
  session_id: number,
  reason: "signed_out" | "revoked" | "token_reused",
): Promise<boolean> {
  const { db, business_id, now, emit, clearCallerCache } = context;
  const has_ended = await revokeSession(context, session_id, reason);
  const tokens = await revokeSessionTokens(db, business_id, session_id, now);
  if (!has_ended && tokens === 0) return false;
  emit({
    subject: { type: "app_session", id: session_id },
    kind: "app.session_revoked",
    payload: { reason },
  });
  clearCallerCache();
  return true;
}

function computeSessionEnd(now: Date): Date {
  return new Date(now.getTime() + SIGN_IN_TTL_S * 1000);
}

async function buildSession(
  { db }: Pick<Context, "db">,
  app: AppRow,
  account_id: number,
  { token, expires_at }: { token: string; expires_at: Date },
): Promise<AppSession> {
  const user = await db.row<{ id: number; name: string; email: string }>(
    "select id, name, email from account where id = $1",
    [account_id],
  );
  if (user === undefined) throw new Error("An account that signed in was gone.");
  return {
    result: true,
    access_token: token,
    token_type: "Bearer",
    expires_at: formatTimestamp(expires_at),
    expires_timestamp: Math.floor(expires_at.getTime() / 1000),
    user,
    app_context: {
      app_code: app.app_code,
      client_code: app.client_code,
      client_name: getDisplayName(app),
      configuration_version: app.configuration_version,
    },
  };
}
