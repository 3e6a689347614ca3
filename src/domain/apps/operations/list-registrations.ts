/** Who registered through the client's apps, newest first. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Words } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import {
  AppRegistration,
  REGISTRATION_COLUMNS,
  REGISTRATION_FROM,
  REGISTRATION_STATES,
} from "../registrations.ts";

export const listRegistrations = defineOperation({
  name: "clientAppRegistrations",
  summary: "List registrations through apps",
  effect: "read",
  access: { roles: ["client_admin"], scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/app-registrations" },
  input: Type.Object({ ...PageInput, state: Type.Optional(Words(REGISTRATION_STATES)) }),
  output: Type.Object({ ...PageOutput, registrations: Type.Array(AppRegistration) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = pageOf(input);
    const values: unknown[] = [business_id];
    if (input.state !== undefined) values.push(input.state);
    const where = `r.business_id = $1${input.state === undefined ? "" : " and r.state = $2"}`;
    const [registrations, counted] = await Promise.all([
      db.rows<AppRegistration>(
        `select ${REGISTRATION_COLUMNS} from ${REGISTRATION_FROM} where ${where} order by r.id desc
          limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from app_registration r where ${where}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, registrations };
  },
});
