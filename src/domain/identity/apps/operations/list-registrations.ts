/** Registrations through the client's apps, newest first. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/walk.ts";
import {
  AppRegistration,
  REGISTRATION_COLUMNS,
  REGISTRATION_FROM,
  REGISTRATION_STATES,
} from "../registrations.ts";

const SORT: readonly SortColumn[] = [{ sql: "r.id", member: "id", type: "bigint", descending: true }];

export const listRegistrations = defineOperation({
  name: "clientAppRegistrations",
  summary: "List registrations through apps",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/app-registrations" },
  input: Type.Object({ ...CursorInput, state: Type.Optional(StringEnum(REGISTRATION_STATES)) }),
  output: Type.Object({ ...CursorOutput, registrations: Type.Array(AppRegistration) }),

  async run({ db, business_id }, input) {
    const values: unknown[] = [business_id];
    if (input.state !== undefined) values.push(input.state);
    const where = `r.business_id = $1${input.state === undefined ? "" : " and r.state = $2"}`;
    const window = buildWindow(input, SORT, { condition: where, values });
    const [read, counted] = await Promise.all([
      db.rows<AppRegistration>(
        `select ${REGISTRATION_COLUMNS} from ${REGISTRATION_FROM} where ${where}${window.sql}`,
        window.values,
      ),
      db.row<{ n: number }>(`select count(*) as n from app_registration r where ${where}`, values),
    ]);
    const { page, per_page } = window;
    const { rows: registrations, next_cursor } = window.shown(read);
    return { result: true, total: counted?.n ?? 0, page, per_page, next_cursor, registrations };
  },
});
