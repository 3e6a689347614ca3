/** Delete a saved view; lists that open with it open as the console proposes. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { getLockedView } from "../records/saved-view.ts";
import { canChangeView } from "../rules.ts";

export const deleteView = defineOperation({
  name: "viewDelete",
  summary: "Delete a saved view",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["views:write"] },
  rest: { method: "DELETE", path: "/api/v1/views/{view_id}" },
  input: Type.Object({ view_id: Ref("view") }),
  output: Type.Object({ result: Type.Boolean() }),
  refusals: { view_not_yours: "forbidden" },

  async run(context, { view_id }) {
    const { db, business_id, actor, refuse, emit, expectVersion } = context;
    const view = await getLockedView(context, view_id);
    if (!canChangeView(actor, view)) throw refuse("view_not_yours", { message: messages.view_not_yours });
    expectVersion(view.version);
    await db.execute("delete from saved_view where business_id = $1 and id = $2", [business_id, view_id]);
    emit({
      subject: { type: "view", id: view_id },
      kind: "view.deleted",
      payload: { page: view.page },
      before: { name: view.name, shared: view.shared },
      after: null,
    });
    return { result: true };
  },
});
