/** Switch a return reason off. Orders that have it keep it; drivers can no longer choose it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { ReasonCode } from "../shapes.ts";
import { insertReasonVersion, lockReason } from "../write.ts";

export const deleteReason = defineOperation({
  name: "returnReasonDelete",
  summary: "Delete a return reason",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "DELETE", path: "/api/v1/return-reasons/{code}" },
  localised: true,
  input: Type.Object({ code: Ref("return_reason", ReasonCode) }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer() }),

  async run(context, { code }) {
    const { refuse, expectVersion } = context;
    const old = await lockReason(context, code);
    if (old === undefined || !old.active) throw refuse("not_found", { message: messages.no_reason });
    expectVersion(old.version);
    const { version } = await insertReasonVersion(context, old, { ...old, active: false }, "deleted");
    return { result: true, version };
  },
});
