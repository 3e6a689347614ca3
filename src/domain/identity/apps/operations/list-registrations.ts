/** Registrations through the client's apps, newest first. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import {
  AppRegistration,
  REGISTRATION_COLUMNS,
  REGISTRATION_FROM,
  REGISTRATION_STATES,
} from "../records/app-registration.ts";

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
    const { rows: registrations, paging } = await readListPage<AppRegistration>(
      db,
      window,
      `select ${REGISTRATION_COLUMNS} from ${REGISTRATION_FROM} where ${where}${window.sql}`,
      countRows(db, `from app_registration r where ${where}`, values),
    );
    return { ...paging, registrations };
  },
});
