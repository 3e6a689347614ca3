/** Apps and devices that the caller is signed in on, newest first. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { DEVICE_PLATFORMS, METHODS } from "../capabilities.ts";

const Session = Type.Object(
  {
    id: Id,
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
const LIVE = `from app_session s
  join access_token t on t.business_id = s.business_id and t.app_session_id = s.id and t.revoked_at is null and t.expires_at > $3
  join app_assignment g on g.business_id = s.business_id and g.id = s.assignment_id join platform_app p on p.id = g.app_id
  where s.business_id = $1 and s.account_id = $2 and s.revoked_at is null`;

export const listSessions = defineOperation({
  name: "userAppSessions",
  summary: "List own app sessions",
  effect: "read",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "GET", path: "/api/v1/user/app-sessions" },
  input: Type.Object(PageInput),
  output: Type.Object({ ...PageOutput, sessions: Type.Array(Session) }),

  async run({ actor, db, business_id, now }, input) {
    const { page, per_page, offset } = readPaging(input);
    const values = [business_id, actor.account_id, now];
    const [rows, counted] = await Promise.all([
      db.rows<Omit<Type.Static<typeof Session>, "is_current"> & { token_id: number }>(
        `select s.id, p.code as app_code, p.name as app_name, s.device_id, s.device_platform, s.app_version, s.method,
           s.created_at, s.refreshed_at, t.last_used_at, t.expires_at, t.id as token_id
         ${LIVE} order by s.id desc limit $4 offset $5`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n ${LIVE}`, values),
    ]);
    return {
      result: true,
      total: counted?.n ?? 0,
      page,
      per_page,
      sessions: rows.map(({ token_id, ...row }) => ({ ...row, is_current: token_id === actor.token_id })),
    };
  },
});
