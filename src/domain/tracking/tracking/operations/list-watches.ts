/** The shipments that the caller's account follows. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { WATCH_COLUMNS, type WatchRow } from "../watches.ts";

export const listWatches = defineOperation({
  name: "trackingWatches",
  summary: "Shipments that the caller follows",
  effect: "read",
  access: { roles: TENANT_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/tracking/watches" },
  input: Type.Object({ ...PageInput }),
  output: Type.Object({
    ...PageOutput,
    watches: Type.Array(
      Type.Object({
        id: Id,
        tracking_number: Type.String(),
        status_code: Nullable(
          Type.String({ description: "OTEP code of the last message, or of the start." }),
        ),
        created_at: Timestamp,
      }),
      { description: "Newest first." },
    ),
  }),

  async run({ db, business_id, actor }, input) {
    const { page, per_page, offset } = readPaging(input);
    const mine = "business_id = $1 and account_id = $2 and state = 'active'";
    const [rows, counted] = await Promise.all([
      db.rows<WatchRow>(
        `select ${WATCH_COLUMNS} from tracking_watch where ${mine} order by id desc limit $3 offset $4`,
        [business_id, actor.account_id, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from tracking_watch where ${mine}`, [
        business_id,
        actor.account_id,
      ]),
    ]);
    const watches = rows.map(({ id, number: tracking_number, status_code, created_at }) => ({
      id,
      tracking_number,
      status_code,
      created_at,
    }));
    return { result: true, total: counted?.n ?? 0, page, per_page, watches };
  },
});
