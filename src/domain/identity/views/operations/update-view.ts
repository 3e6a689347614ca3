/** Change the name, the contents or the sharing of a saved view. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { getLockedView, getViewFor, ViewRecord } from "../records/saved-view.ts";
import { canChangeView, isStaffRole } from "../rules.ts";
import { View, ViewDefinition, ViewName } from "../shapes.ts";

export const updateView = defineOperation({
  name: "viewUpdate",
  summary: "Update a saved view",
  description:
    "The person who saved it, and an administrator a shared one. No longer shared, it is nobody else's default.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["views:write"] },
  rest: { method: "PATCH", path: "/api/v1/views/{view_id}" },
  input: Type.Object({
    view_id: Ref("view"),
    name: Type.Optional(ViewName),
    shared: Type.Optional(Type.Boolean()),
    definition: Type.Optional(ViewDefinition),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), view: View }),
  refusals: { view_name_taken: "conflict", view_not_shareable: "forbidden", view_not_yours: "forbidden" },

  async run(context, { view_id, name, shared, definition }) {
    const { db, business_id, actor, refuse, emit, expectVersion } = context;
    const old = await getLockedView(context, view_id);
    if (!canChangeView(actor, old)) throw refuse("view_not_yours", { message: messages.view_not_yours });
    if (shared === true && !isStaffRole(actor.role))
      throw refuse("view_not_shareable", { message: messages.view_not_shareable });
    expectVersion(old.version);
    const next = { name: name?.trim() ?? old.name, shared: shared ?? old.shared };
    const namesake = await db.row(
      `select id from saved_view where business_id = $1 and account_id = $2 and page = $3 and lower(name) = lower($4) and id <> $5`,
      [business_id, old.account_id, old.page, next.name, view_id],
    );
    if (namesake !== undefined)
      throw refuse("view_name_taken", {
        message: messages.view_name_taken,
        errors: [{ field: "name", message: messages.other_view }],
      });
    await ViewRecord.change(context, old, { ...next, definition: definition ?? old.definition });
    if (!next.shared)
      await db.execute(
        "delete from saved_view_default where business_id = $1 and view_id = $2 and account_id <> $3",
        [business_id, view_id, old.account_id],
      );
    emit({
      subject: { type: "view", id: view_id },
      kind: "view.updated",
      payload: { page: old.page },
      before: { name: old.name, shared: old.shared },
      after: next,
    });
    const view = await getViewFor(context, view_id);
    return { result: true, version: view.version, view };
  },
});
