/** Apps and devices that the caller is signed in on, newest first. Source: our choice. */

import Type from "typebox";
import { defineList } from "#operation/define/list.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { DEVICE_PLATFORMS, METHODS } from "../capabilities.ts";

const Session = Type.Object(
  {
    id: Ref("app_session"),
    app_code: Type.String(),
    app_name: Type.String(),
    device_id: Type.String(),
    device_platform: StringEnum(DEVICE_PLATFORMS),
    app_version: Nullable(Type.String()),
    method: StringEnum(METHODS, { description: "The sign-in method that opened it." }),
    created_at: Timestamp,
    refreshed_at: Nullable(Timestamp),
    last_used_at: Nullable(Timestamp),
    expires_at: Timestamp,
    is_current: Type.Boolean({ description: "True for the session of this request." }),
  },
  { $id: "AppSessionEntry" },
);

/** A session without a valid token has ended, whatever ended it. */
const LIVE = `app_session s
  join access_token t on t.business_id = s.business_id and t.app_session_id = s.id and t.revoked_at is null and t.expires_at > $now
  join app_assignment g on g.business_id = s.business_id and g.id = s.assignment_id join platform_app p on p.id = g.app_id`;

export const listSessions = defineList({
  name: "userAppSessions",
  summary: "List own app sessions",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "GET", path: "/api/v1/user/app-sessions" },
  rows: { sessions: Type.Array(Session) },
  from: LIVE,
  columns: `s.id, p.code as app_code, p.name as app_name, s.device_id, s.device_platform, s.app_version, s.method,
    s.created_at, s.refreshed_at, t.last_used_at, t.expires_at, t.id as token_id`,
  where: "s.account_id = $account and s.revoked_at is null",
  order: "s.id desc",
  values: ({ actor, now }) => ({ account: actor.account_id, now }),
  build: (
    { token_id, ...row }: Omit<Type.Static<typeof Session>, "is_current"> & { token_id: number },
    { actor },
  ) => ({ ...row, is_current: token_id === actor.token_id }),
});
