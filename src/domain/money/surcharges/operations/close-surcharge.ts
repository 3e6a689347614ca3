/** Close a surcharge: no price from now on has it. Its code can be used again. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { lockSurcharge, SurchargeRecord, toSurcharge } from "../records/surcharge.ts";
import { Surcharge } from "../shapes.ts";

export const closeSurcharge = defineOperation({
  name: "clientSurchargeClose",
  summary: "Close a surcharge",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/surcharges/{surcharge_id}/close" },
  input: Type.Object({ surcharge_id: Ref("surcharge") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), surcharge: Surcharge }),
  refusals: { surcharge_closed: "conflict" },

  async run(context, { surcharge_id }) {
    const { now, refuse, expectVersion, emit } = context;
    const old = await lockSurcharge(context, surcharge_id);
    expectVersion(old.version);
    if (old.closed_at !== null) throw refuse("surcharge_closed", { message: messages.surcharge_closed });
    const row = toSurcharge(await SurchargeRecord.change(context, old, { closed_at: now.toISOString() }));
    emit({
      subject: { type: "surcharge", id: row.id },
      kind: "surcharge.closed",
      payload: { code: row.code },
      before: { closed_at: null },
      after: { closed_at: row.closed_at },
    });
    return { result: true, version: row.version, surcharge: row };
  },
});
