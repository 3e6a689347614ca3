/** Save a view of a list. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { getViewFor, ViewRecord } from "../records/saved-view.ts";
import { isStaffRole } from "../rules.ts";
import { PageKey, View, ViewDefinition, ViewName } from "../shapes.ts";

const VIEWS_MAX = 100;

export const createView = defineOperation({
  name: "viewCreate",
  summary: "Save a view of a list",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["views:write"] },
  rest: { method: "POST", path: "/api/v1/views" },
  input: Type.Object({
    list: PageKey,
    name: ViewName,
    shared: Type.Optional(
      Type.Boolean({ default: false, description: "The staff of the business use it too." }),
    ),
    definition: ViewDefinition,
  }),
  output: Type.Object({ result: Type.Boolean(), view_id: Ref("view"), version: Type.Integer(), view: View }),
  refusals: { view_name_taken: "conflict", view_not_shareable: "forbidden", too_many_views: "conflict" },

  async run(context, { list, name, shared = false, definition }) {
    const { db, business_id, actor, refuse, emit } = context;
    if (shared && !isStaffRole(actor.role))
      throw refuse("view_not_shareable", { message: messages.view_not_shareable });
    // One account saves one view at a time, so that the limit holds.
    await db.row("select id from account where business_id = $1 and id = $2 for no key update", [
      business_id,
      actor.account_id,
    ]);
    const counted = await db.row<{ n: number }>(
      "select count(*) as n from saved_view where business_id = $1 and account_id = $2",
      [business_id, actor.account_id],
    );
    if ((counted?.n ?? 0) >= VIEWS_MAX) throw refuse("too_many_views", { message: messages.too_many_views });
    const created = await ViewRecord.insertIfAbsent(context, {
      account_id: actor.account_id ?? 0,
      page: list,
      name: name.trim(),
      shared,
      definition,
    });
    if (created === undefined)
      throw refuse("view_name_taken", {
        message: messages.view_name_taken,
        errors: [{ field: "name", message: messages.other_view }],
      });
    emit({
      subject: { type: "view", id: created.id, is_new: true },
      kind: "view.created",
      payload: { page: list },
      before: null,
      after: { name: created.name, shared },
    });
    const view = await getViewFor(context, created.id);
    return { result: true, view_id: created.id, version: view.version, view };
  },
});
