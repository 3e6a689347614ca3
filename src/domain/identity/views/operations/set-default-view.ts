/** Choose the view that a list opens with, for the caller alone. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { lockVisibleView } from "../records/saved-view.ts";
import { PageKey } from "../shapes.ts";

export const setDefaultView = defineOperation({
  name: "viewDefaultSet",
  summary: "Choose the view that a list opens with",
  description: "For the caller alone. Null: the list opens as the console proposes.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["views:read"] },
  rest: { method: "PUT", path: "/api/v1/view-defaults/{list}" },
  input: Type.Object({ list: PageKey, view_id: Nullable(Ref("view")) }),
  output: Type.Object({ result: Type.Boolean(), list: Type.String(), view_id: Nullable(Ref("view")) }),

  async run(context, { list, view_id }) {
    const { db, business_id, actor, refuse } = context;
    if (view_id === null) {
      await db.execute(
        "delete from saved_view_default where business_id = $1 and account_id = $2 and page = $3",
        [business_id, actor.account_id, list],
      );
      return { result: true, list, view_id };
    }
    const view = await lockVisibleView(context, view_id);
    if (view === undefined || view.page !== list)
      throw refuse("not_found", { message: messages.view_not_found });
    await db.execute(
      `insert into saved_view_default (business_id, account_id, page, view_id) values ($1, $2, $3, $4)
       on conflict (business_id, account_id, page) do update set view_id = excluded.view_id`,
      [business_id, actor.account_id, list, view_id],
    );
    return { result: true, list, view_id };
  },
});
